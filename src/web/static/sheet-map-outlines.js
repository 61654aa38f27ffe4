// Outlines over the map beside a sheet.

const SVG = 'http://www.w3.org/2000/svg';

/** Adds the place for the outlines to the map. */
export function addOutlines(svg) {
  const outlines = svg.appendChild(document.createElementNS(SVG, 'g'));
  outlines.setAttribute('pointer-events', 'none');
  outlines.setAttribute('class', 'map-outlines');
  return outlines;
}

/** Draws outlines over the map: the states in the current list, those in other lists, and the one with the focus. */
export function drawOutlines(map) {
  const chosen = new Set(map.group.selects.map((select) => select.value));
  const others = new Set(map.groups.flatMap((group) => group.selects.map((select) => select.value)));
  const outlines = [];
  for (const [code, path] of map.states) {
    path.setAttribute('aria-pressed', String(chosen.has(code)));
    if (chosen.has(code)) outlines.push(outline(path, 'is-chosen'));
    else if (others.has(code)) outlines.push(outline(path, 'is-other'));
    if (path === document.activeElement) outlines.push(outline(path, 'is-focus'));
  }
  map.outlines.replaceChildren(...outlines);
}

function outline(path, className) {
  const line = document.createElementNS(SVG, 'path');
  line.setAttribute('d', path.getAttribute('d'));
  line.setAttribute('fill', 'none');
  line.setAttribute('class', `map-outline ${className}`);
  return line;
}
