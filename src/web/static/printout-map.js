// The states of a map show their figures: by mouse, touch and keyboard (arrow keys to move, a code to jump, Enter to choose).

import { addCodeLabels, addKeys } from './map-states.js';

const SVG = 'http://www.w3.org/2000/svg';
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
  addCodeLabels(svg, map.states, (code) => choose(map, code));
  choose(map, map.states.has(chosen) ? chosen : '');
}

/** The code of the state whose figures a figure shows; '' for none. */
export function chosenIn(figure) {
  return figure?.dataset.chosen ?? '';
}

function addStates(map) {
  addKeys(map.states, (code) => choose(map, code));
  for (const [code, path] of map.states) {
    path.setAttribute('aria-label', titleOf(path));
    path.addEventListener('click', () => choose(map, code));
    path.addEventListener('focus', () => drawLines(map));
    path.addEventListener('blur', () => drawLines(map));
  }
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
