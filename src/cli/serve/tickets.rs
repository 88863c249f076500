//! The requests that can be stopped by another one, each under the ticket that its client gave it.
//!
//! There are never more of them than connections, and a ticket is short (`service::value::Ticket`).

use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tsumi::service::value::Ticket;

/// All requests under way that have a ticket, with the flag that stops each.
#[derive(Default)]
pub struct Tickets {
    held: Mutex<Vec<(Ticket, Arc<AtomicBool>)>>,
}

impl Tickets {
    /// Keeps the ticket of a request, where it has one, as long as what is returned lives.
    pub fn hold(&self, ticket: Option<&Ticket>) -> Held<'_> {
        let stop = Arc::new(AtomicBool::new(false));
        if let Some(ticket) = ticket {
            self.held.lock().push((ticket.clone(), stop.clone()));
        }
        Held {
            tickets: self,
            stop,
        }
    }

    /// Stops every request under way with this ticket.
    pub fn stop(&self, ticket: &Ticket) {
        for (_, stop) in self.held.lock().iter().filter(|held| held.0 == *ticket) {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

/// A request under way.
pub struct Held<'a> {
    tickets: &'a Tickets,
    stop: Arc<AtomicBool>,
}

impl Held<'_> {
    /// Becomes true when the request is to end.
    pub fn flag(&self) -> &AtomicBool {
        &self.stop
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        let mut held = self.tickets.held.lock();
        held.retain(|(_, stop)| !Arc::ptr_eq(stop, &self.stop));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_stopped(held: &Held<'_>) -> bool {
        held.flag().load(Ordering::Relaxed)
    }

    #[test]
    fn a_ticket_stops_those_who_hold_it_and_no_others() {
        let ticket = |text: &str| Ticket::try_from(text.to_string()).unwrap();
        let (a, b) = (ticket("a"), ticket("b"));
        let tickets = Tickets::default();
        let first = tickets.hold(Some(&a));
        let twin = tickets.hold(Some(&a));
        let other = tickets.hold(Some(&b));
        let without = tickets.hold(None);
        tickets.stop(&a);
        assert!(is_stopped(&first) && is_stopped(&twin));
        assert!(!is_stopped(&other) && !is_stopped(&without));
        drop((first, twin));
        // A ticket that was used and given back is as good as a new one.
        assert!(!is_stopped(&tickets.hold(Some(&a))));
        drop((other, without));
        assert!(tickets.held.lock().is_empty());
    }
}
