//! The cactus plot of a comparison: how many problems each contestant solves within a
//! given time for each problem. Higher and further left is better.

use super::Table;
use plotters::prelude::*;
use std::error::Error;

const SIZE: (u32, u32) = (900, 600);
/// Shorter times are drawn as this time, in seconds; a logarithmic axis has no 0.
const LEAST: f64 = 1e-4;

/// Draws the plot, as SVG, with a curve for each contestant.
///
/// # Errors
/// When plotters finds a fault in what it is told to draw.
pub fn svg(table: &Table, names: &[&str]) -> Result<String, Box<dyn Error>> {
    let mut svg = String::new();
    draw(&mut svg, table, names)?;
    Ok(svg)
}

fn draw(svg: &mut String, table: &Table, names: &[&str]) -> Result<(), Box<dyn Error>> {
    let curves: Vec<(&str, Vec<f64>)> = names.iter().map(|&n| (n, table.times(n))).collect();
    let longest = curves.iter().filter_map(|(_, t)| t.last()).copied();
    let right = longest.fold(LEAST * 10.0, f64::max) * 1.2;
    let most = curves.iter().map(|(_, t)| t.len()).max().unwrap_or(0);
    let area = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .margin(16)
        .x_label_area_size(44)
        .y_label_area_size(56)
        .build_cartesian_2d((LEAST..right).log_scale(), 0..most.max(1) + most / 20)?;
    chart
        .configure_mesh()
        .x_desc("seconds for each problem")
        .y_desc("problems solved")
        .light_line_style(WHITE)
        .draw()?;
    for (i, (name, times)) in curves.iter().enumerate() {
        let color = Palette99::pick(i).to_rgba();
        let style = ShapeStyle::from(&color).stroke_width(2);
        let line = LineSeries::new(steps(times, right), style);
        chart
            .draw_series(line)?
            .label(format!("{name} ({})", times.len()))
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], style));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK)
        .draw()?;
    area.present()?;
    Ok(())
}

/// The points of a stair: at every time, the number of problems solved by then.
fn steps(times: &[f64], right: f64) -> Vec<(f64, usize)> {
    let mut points = vec![(LEAST, 0)];
    for (i, &time) in times.iter().enumerate() {
        let time = time.max(LEAST);
        points.extend([(time, i), (time, i + 1)]);
    }
    points.push((right, times.len()));
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stairs_rise_at_each_time() {
        assert_eq!(
            steps(&[0.5, 2.0], 9.0),
            [(LEAST, 0), (0.5, 0), (0.5, 1), (2.0, 1), (2.0, 2), (9.0, 2)]
        );
        assert_eq!(steps(&[0.0], 9.0)[1], (LEAST, 0));
    }

    #[test]
    fn an_empty_table_can_be_drawn() {
        let svg = svg(&Table::default(), &["a<b", "c"]).unwrap();
        assert!(svg.starts_with("<svg") && svg.contains("a&lt;b (0)"));
    }
}
