"""How a chart looks in a file of its own, where no style sheet of the site reaches: the light colours of the tokens."""

from django.utils.safestring import SafeString

CSS = """
text { font: 12px Inter, "Helvetica Neue", Arial, sans-serif; fill: #1b2026; }
.tick, .sub { fill: #636b76; font-size: 11px; }
.lab { font-size: 12.5px; }
.num { font-size: 13px; font-weight: 500; }
.strong { font-weight: 600; }
.grid { stroke: #e7e2d8; }
.rail { stroke: #cfc8ba; }
.axis { stroke: #636b76; }
.edge { stroke: #636b76; stroke-dasharray: 2 3; }
.goal { stroke: #835500; stroke-width: 1.5; stroke-dasharray: 4 3; }
.goal-label { fill: #835500; font-weight: 600; }
.ci { stroke: #145d63; stroke-width: 2; stroke-linecap: round; opacity: .55; }
.dot { fill: #145d63; stroke: #fff; stroke-width: 1.5; }
.mean { fill: none; stroke: #145d63; stroke-width: 1.25; }
.same { fill: none; stroke: #cfc8ba; stroke-width: 1.25; }
.h0 { fill: #f4f3ee; }
.h1 { fill: #dfecea; }
.h2 { fill: #bfdad8; }
.h3 { fill: #93c0bf; }
.h4 { fill: #3a8084; }
.i4 { fill: #fff; }
.k-label { fill: #145d63; }
.k-own { fill: #93c0bf; }
.k-neither { fill: #fff; stroke: #145d63; }
.k-excluded { fill: #cfc8ba; }
.on { fill: #fff; font-size: 11px; }
.off { font-size: 11px; }
"""
STYLE = SafeString(f'<style>{CSS}</style><rect width="100%" height="100%" fill="#fff"/>')
