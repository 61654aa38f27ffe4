// A slider shows the map of another turn. Without scripts, the links to the printouts of the turns do.
import { chosenIn, connectMap } from './printout-map.js';

/**
 * Adds a slider above the map, if there are links to the printouts of several turns. A map is taken from its own
 * printout when it is first wanted, so the slider shows nothing that the links do not.
 */
export function connectTurns() {
  const shown = document.querySelector('[data-turn-map]');
  const links = [...document.querySelectorAll('nav.turns a')];
  const own = links.findIndex((link) => link.getAttribute('aria-current') === 'page');
  if (shown === null || links.length < 2 || own < 0) return;
  const slider = {
    shown,
    links,
    own,
    /** The maps as they came, by the position of their link. */
    maps: new Map([[own, shown.cloneNode(true)]]),
    /** The position that is wanted now: an answer that comes late is not shown. */
    wanted: own,
    ...controls(links, own),
  };
  shown.before(slider.box);
  slider.range.addEventListener('input', () => show(slider, Number(slider.range.value)));
}

function controls(links, own) {
  const box = document.createElement('div');
  box.className = 'map-turns';
  const label = document.createElement('label');
  label.textContent = 'Map of printout';
  label.htmlFor = 'map-turn';
  const range = document.createElement('input');
  Object.assign(range, { type: 'range', id: 'map-turn', min: '0', max: String(links.length - 1), step: '1' });
  range.value = String(own);
  const output = document.createElement('output');
  output.htmlFor = 'map-turn';
  const note = document.createElement('p');
  note.setAttribute('role', 'status');
  box.append(label, output, range, note);
  const made = { box, range, output, note, links };
  nameTurn(made, own);
  return made;
}

/** Names the turn, beside the slider and for those who hear it. */
function nameTurn({ range, output, links }, position) {
  const name = links[position].textContent.trim();
  output.textContent = name;
  range.setAttribute('aria-valuetext', name);
}

async function show(slider, position) {
  slider.wanted = position;
  nameTurn(slider, position);
  try {
    const map = slider.maps.get(position) ?? (await read(slider.links[position].href));
    slider.maps.set(position, map);
    if (slider.wanted !== position) return;
    put(slider, map);
    describe(slider, position, '');
  } catch {
    if (slider.wanted === position) describe(slider, position, 'The map of this turn could not be loaded. ');
  }
}

/** The map in the page of a printout. */
async function read(address) {
  const response = await fetch(address);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const map = page.querySelector('[data-turn-map]');
  if (!response.ok || map === null) throw new Error('This page has no map.');
  return document.adoptNode(map);
}

/** Shows a copy of a map, with the state that was chosen on the one before. */
function put(slider, map) {
  const chosen = chosenIn(slider.shown.querySelector('figure.figure-map'));
  const copy = map.cloneNode(true);
  slider.shown.replaceWith(copy);
  slider.shown = copy;
  for (const figure of copy.querySelectorAll('figure.figure-map')) connectMap(figure, chosen);
}

/** Says which printout the map is from, unless it is that of the page. */
function describe({ note, links, own }, position, problem) {
  if (position === own && problem === '') return note.replaceChildren();
  const link = document.createElement('a');
  link.href = links[position].href;
  link.textContent = `Open the printout of ${links[position].textContent.trim().toLowerCase()}`;
  const words = problem === '' ? 'This map is from another printout. ' : problem;
  return note.replaceChildren(words, link);
}
