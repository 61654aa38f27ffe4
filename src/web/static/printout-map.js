// The states of a map show their figures: by mouse, touch and keyboard (arrow keys to move, a code to jump, Enter to choose).

const SVG = 'http://www.w3.org/2000/svg';
/** Letters typed within this many milliseconds of each other are one code. */
const CODE_TIMEOUT = 900;
const PROMPT = 'Choose a state on the map to see its figures.';

/**
 * Makes the states of the map in a figure show their figures below it.
 * @param chosen the code of the state that is shown first; '' for none
 */
export function connectMap(figure, chosen = '') {
  const svg = figure.querySelector('svg.map');
  if (svg === null) return;
  const panel = document.createElement('div');
  panel.className = 'map-panel';
  panel.setAttribute('role', 'status');
  svg.after(panel);
  const map = {
    figure,
    panel,
    // Beside other maps, a hint below each would be too many.
    prompt: figure.closest('.maps') === null ? [PROMPT] : [],
    states: new Map([...svg.querySelectorAll('[data-state]')].map((path) => [path.dataset.state, path])),
    lines: svg.appendChild(document.createElementNS(SVG, 'g')),
  };
  map.lines.setAttribute('pointer-events', 'none');
  svg.setAttribute('role', 'group');
  addStates(map);
  addLabels(map, svg);
  choose(map, map.states.has(chosen) ? chosen : '');
}

/** The code of the state whose figures a figure shows; '' for none. */
export function chosenIn(figure) {
  return figure?.dataset.chosen ?? '';
}

function addStates(map) {
  let letters = '';
  let lastKey = 0;
  for (const [i, [code, path]] of [...map.states].entries()) {
    path.setAttribute('role', 'button');
    path.setAttribute('tabindex', i === 0 ? '0' : '-1');
    path.setAttribute('aria-label', titleOf(path));
    path.addEventListener('click', () => choose(map, code));
    path.addEventListener('focus', () => drawLines(map));
    path.addEventListener('blur', () => drawLines(map));
    path.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const now = Date.now();
      if (event.key === 'Enter' || event.key === ' ') choose(map, code);
      else if (event.key.startsWith('Arrow')) moveFocus(map, neighbor(map, path, event.key));
      else if (/^[a-z]$/i.test(event.key)) {
        letters = (now - lastKey < CODE_TIMEOUT ? letters : '') + event.key.toUpperCase();
        lastKey = now;
        moveFocus(map, map.states.get(letters) ?? null);
      } else return;
      event.preventDefault();
    });
  }
}

/** The codes beside small states can be chosen, too, because they are easier to hit. */
function addLabels(map, svg) {
  for (const label of svg.querySelectorAll('.map-labels text')) {
    const code = label.textContent.trim();
    const state = map.states.get(code);
    if (state === undefined || isCenteredIn(label.getBBox(), state.getBBox())) continue;
    label.setAttribute('pointer-events', 'all');
    label.classList.add('map-code');
    label.addEventListener('click', () => choose(map, code));
  }
}

/** Whether the center of one box is inside the other. */
function isCenteredIn(inner, outer) {
  const x = inner.x + inner.width / 2 - outer.x;
  const y = inner.y + inner.height / 2 - outer.y;
  return x >= 0 && x <= outer.width && y >= 0 && y <= outer.height;
}

function titleOf(path) {
  return path.querySelector('title')?.textContent ?? path.dataset.state;
}

function choose(map, code) {
  map.figure.dataset.chosen = code;
  for (const [one, path] of map.states) path.setAttribute('aria-pressed', String(one === code));
  const path = map.states.get(code);
  const figures = path?.dataset.figures?.split('\n') ?? [];
  const words = path === undefined ? map.prompt : [titleOf(path), ...figures];
  map.panel.replaceChildren(...words.map(paragraph));
  drawLines(map);
}

function paragraph(text) {
  const element = document.createElement('p');
  element.textContent = text;
  return element;
}

/** Draws a line around the chosen state and the one with the focus, above their neighbors. */
function drawLines(map) {
  const lines = [];
  for (const [code, path] of map.states) {
    if (code === map.figure.dataset.chosen) lines.push(lineAround(path, 'map-line'));
    if (path === document.activeElement) lines.push(lineAround(path, 'map-line is-focus'));
  }
  map.lines.replaceChildren(...lines);
}

/** A copy of the outline of a state, which is a path or refers to one. */
function lineAround(path, className) {
  const line = document.createElementNS(SVG, path.tagName);
  const attribute = path.tagName === 'use' ? 'href' : 'd';
  line.setAttribute(attribute, path.getAttribute(attribute));
  line.setAttribute('class', className);
  return line;
}

/** The nearest state in the direction of an arrow key. */
function neighbor(map, from, key) {
  const center = (path) => {
    const { x, y, width, height } = path.getBBox();
    return { x: x + width / 2, y: y + height / 2 };
  };
  const here = center(from);
  const turn = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[key] ?? [0, 0];
  let best = null;
  let minDistance = Number.POSITIVE_INFINITY;
  for (const path of map.states.values()) {
    const there = center(path);
    const [x, y] = [there.x - here.x, there.y - here.y];
    const along = x * turn[0] + y * turn[1];
    const across = Math.abs(x * turn[1] + y * turn[0]);
    if (path === from || along <= 1 || across > along * 2) continue;
    if (along + 2 * across < minDistance) {
      minDistance = along + 2 * across;
      best = path;
    }
  }
  return best;
}

function moveFocus(map, path) {
  if (path === null) return;
  for (const state of map.states.values()) state.setAttribute('tabindex', state === path ? '0' : '-1');
  path.focus();
}
