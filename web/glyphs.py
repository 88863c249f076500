#!/usr/bin/env python3
"""Writes glyphs.js: the letters of the pieces as outlines, so that pieces look the same on every
machine, with or without a Japanese font.

    python3 glyphs.py KOUZAN.ttf DEJIMA.ttf > glyphs.js

The fonts are those of Debian's packages fonts-kouzan-mouhitsu (kouzan-mouhitsu.ttf, by Aoyagi
Kouzan, who gave it to the public domain) and fonts-dejima-mincho (by Hayashi Yoshiki, MIT licence).
Needs fonttools.
"""

import sys

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

SETS = [
    ("BRUSH", "王玉飛車角行金銀桂馬香歩兵竜龍と成将"),
    ("PRINT", "王玉飛角金銀桂香歩竜馬全圭杏と"),
]
SIZE = 200


def outline(font, char):
    """The outline of a letter that fills a square of SIZE units, with y down."""
    glyphs = font.getGlyphSet()
    glyph = glyphs[font.getBestCmap()[ord(char)]]
    bounds = BoundsPen(glyphs)
    glyph.draw(bounds)
    left, bottom, right, top = bounds.bounds
    scale = SIZE / max(right - left, top - bottom)
    x = (SIZE - (right - left) * scale) / 2 - left * scale
    y = (SIZE + (top - bottom) * scale) / 2 + bottom * scale
    pen = SVGPathPen(glyphs, ntos=lambda n: str(round(n)))
    glyph.draw(TransformPen(pen, (scale, 0, 0, -scale, x, y)))
    return pen.getCommands()


print("""// Made by glyphs.py: the letters of the pieces as outlines in a square of 200 units.
//
// BRUSH is from the font Kouzan Mouhitsu by Aoyagi Kouzan, in the public domain. PRINT is from
// Dejima Mincho, Copyright 2007-2010 Yoshiki Hayashi, under the MIT licence.
""")
for (name, chars), path in zip(SETS, sys.argv[1:]):
    font = TTFont(path)
    print("/** @type {Record<string, string>} */")
    print(f"export const {name} = {{")
    for char in chars:
        print(f'  {char}: "{outline(font, char)}",')
    print("};\n")
