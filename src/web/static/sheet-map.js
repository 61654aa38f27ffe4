// The map fills in states by mouse, touch and keyboard (arrow keys to move, a code to jump, Enter to choose).
import { addCodeLabels, addKeys } from './map-states.js';
import { showFigures } from './sheet-facts.js';
import { addOutlines, drawOutlines } from './sheet-map-outlines.js';
import { addPlaces } from './sheet-map-places.js';

/** The choice to fill in nothing: the map only shows figures. */
const ONLY_FIGURES = { label: 'nothing, only figures', selects: [], clears: false };

/**
 * Makes the map beside the sheet fill in its state fields, and show the figures of the states.
 * @param facts what sheet-facts.js read from the page, or null
 */
export function connectMap(form, facts) {
  const svg = form.querySelector('[data-map] svg');
  const groups = groupsOf(form);
  if (svg === null || groups.length === 0) return;
  const panel = form.querySelector('[data-map-facts]');
  if (facts !== null && panel !== null) groups.push(ONLY_FIGURES);
  const map = {
    svg,
    groups,
    kind: facts?.kind ?? null,
    /** Shows the figures of a state. */
    look: (code) => {
      if (facts !== null && panel !== null) showFigures(facts, panel, { code, name: nameOf(map, code) });
    },
    /** The state that was chosen or focused last: its figures come back when the mouse leaves the map. */
    pinned: null,
    hint: form.querySelector('[data-map-hint]'),
    states: new Map([...svg.querySelectorAll('[data-state]')].map((path) => [path.dataset.state, path])),
    outlines: addOutlines(svg),
    group: groups[0],
    /** The field that had the focus last; it gets the next state. */
    target: null,
  };
  map.hint.setAttribute('role', 'status');
  svg.setAttribute('role', 'group');
  addSwitch(form, map);
  addStates(map);
  addCodeLabels(svg, map.states, (code, event) => choose(map, code, event.pointerType === 'mouse'));
  addPlaces(map, (group, value, name) => {
    turnTo(map, group);
    fillNext(map, value, name, false);
  });
  followFields(form, map);
  svg.addEventListener('pointerleave', () => {
    if (map.pinned !== null) map.look(map.pinned);
  });
  say(map, promptFor(map));
  drawOutlines(map);
}

/**
 * The state fields of the sheet by list. A field that is not in a list is a list of one. Columns that rows fold away are
 * conditions: the map does not fill them in.
 */
function groupsOf(form) {
  const groups = new Map();
  for (const select of form.querySelectorAll('select[data-state-field]')) {
    if (select.closest('.ranked-more') !== null) continue;
    const list = select.closest('[data-list]');
    const key = list ?? select;
    const label = list?.querySelector('legend')?.textContent ?? labelOf(select);
    const group = groups.get(key) ?? {
      label: label.trim(),
      selects: [],
      clears: list?.classList.contains('list-ranking') ?? false,
      repeats: Boolean(list?.querySelector('[data-repeats]')),
    };
    group.selects.push(select);
    groups.set(key, group);
  }
  return [...groups.values()];
}

function labelOf(select) {
  return (select.labels[0]?.firstChild?.textContent ?? '').trim();
}

/** Adds the buttons that choose which list the map fills in. */
function addSwitch(form, map) {
  if (map.groups.length < 2) return;
  const box = document.createElement('fieldset');
  box.className = 'map-switch';
  const legend = document.createElement('legend');
  legend.textContent = 'The map fills in';
  box.append(legend);
  for (const [i, group] of map.groups.entries()) {
    const label = document.createElement('label');
    const radio = document.createElement('input');
    radio.type = 'radio';
    radio.name = '_map';
    radio.checked = i === 0;
    radio.addEventListener('change', () => {
      map.group = group;
      map.target = null;
      say(map, promptFor(map));
      drawOutlines(map);
    });
    group.radio = radio;
    label.append(radio, ` ${group.label}`);
    box.append(label);
  }
  form.querySelector('[data-map]').before(box);
}

function addStates(map) {
  addKeys(map.states, (code) => choose(map, code, false));
  for (const [code, path] of map.states) {
    path.setAttribute('aria-label', `${code} ${path.querySelector('title')?.textContent ?? ''}`);
    path.addEventListener('click', (event) => choose(map, code, event.pointerType === 'mouse'));
    path.addEventListener('pointerenter', () => map.look(code));
    path.addEventListener('focus', () => {
      pin(map, code);
      drawOutlines(map);
    });
    path.addEventListener('blur', () => drawOutlines(map));
  }
}

function pin(map, code) {
  map.pinned = code;
  map.look(code);
}

/** When a field gets the focus, the map fills in its list, and that field next. */
function followFields(form, map) {
  form.addEventListener('focusin', (event) => {
    const within = (group) =>
      group.selects.some((select) => select === event.target || rowOf(select)?.contains(event.target));
    const group = map.groups.find(within);
    if (group === undefined) return;
    turnTo(map, group);
    map.target = group.selects.includes(event.target) ? event.target : blankInRow(group, event.target);
    drawOutlines(map);
  });
  form.addEventListener('change', (event) => {
    if (event.target === map.target && event.target.value !== '') map.target = null;
    drawOutlines(map);
  });
}

/** Makes the map fill in a list. */
function turnTo(map, group) {
  map.group = group;
  if (group.radio) group.radio.checked = true;
}

/** The state field of the row that has the focus, if it is blank. */
function blankInRow(group, control) {
  const row = rowOf(control);
  return group.selects.find((select) => rowOf(select) === row && select.value === '') ?? null;
}

/** The row of a list that a field is in; null if it is in none. */
function rowOf(control) {
  return control.closest('tr, [data-row]');
}

/** The field that says what the row of a state field does; null if every row takes a state. */
function kindField(map, select) {
  if (map.kind === null) return null;
  return rowOf(select)?.querySelector(`[name$=".${map.kind.column}"]`) ?? null;
}

/** Whether a state means anything in this field: not in a row that does something without a state. */
function takesState(map, select) {
  const kind = kindField(map, select);
  return kind === null || kind.value === '' || map.kind.values.includes(kind.value);
}

/** Puts a state into the field that had the focus last, else into the next blank one. Chosen again, it is removed. */
function choose(map, code, byMouse) {
  const { group } = map;
  pin(map, code);
  if (group.selects.length === 0) return;
  const there = group.selects.find((select) => select.value === code);
  const name = nameOf(map, code);
  const target = map.target !== null && takesState(map, map.target) ? map.target : null;
  // A state can be in several rows if rows do different things.
  const mayRepeat = group.repeats || (target !== null && kindField(map, target) !== null);
  if (there !== undefined && there !== map.target && !mayRepeat) {
    if (group.clears) {
      put(there, '');
      say(map, `${name} was removed from ${where(there)}.`);
    } else {
      moveOn(there, true);
      say(map, `${name} is already in ${where(there)}.`);
    }
    return drawOutlines(map);
  }
  fillNext(map, code, name, byMouse);
}

/** Puts a choice into the field that had the focus last, else into the next blank one. */
function fillNext(map, code, name, byMouse) {
  const { group } = map;
  const target = map.target !== null && takesState(map, map.target) ? map.target : null;
  const select = target ?? group.selects.find((one) => one.value === '' && takesState(map, one));
  if (select === undefined) return say(map, `${group.label}: every line is filled in. Clear one first.`);
  if (![...select.options].some((option) => option.value === code)) {
    return say(map, `You cannot choose ${name} here.`);
  }
  map.target = null;
  put(select, code);
  const kind = kindField(map, select);
  if (kind?.value === '') put(kind, map.kind.values[0]);
  say(map, `${name} is now ${where(select)}.`);
  moveOn(select, byMouse);
  drawOutlines(map);
}

function put(select, value) {
  select.value = value;
  select.closest('details')?.setAttribute('open', '');
  select.dispatchEvent(new Event('input', { bubbles: true }));
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

/** With a mouse, moves the focus to the field beside the state. With touch or keys, it stays on the map. */
function moveOn(select, byMouse) {
  if (!byMouse) return;
  const row = rowOf(select);
  row?.scrollIntoView({ block: 'nearest' });
  fieldBeside(row, select)?.focus({ preventScroll: true });
}

/** The first text of a row that is not folded away, else the field after the state. */
function fieldBeside(row, select) {
  const shown = [...(row?.querySelectorAll('select, input') ?? [])].filter((one) => one.checkVisibility());
  return shown.find((one) => one.type === 'text') ?? shown[shown.indexOf(select) + 1];
}

function where(select) {
  const label = select.labels[0]?.textContent.replace(/\s+/g, ' ').trim() ?? '';
  return rowOf(select) === null ? label : label.slice(label.indexOf(', ') + 2);
}

function nameOf(map, code) {
  return map.states.get(code).querySelector('title')?.textContent.split(':')[0] ?? code;
}

function promptFor(map) {
  if (map.group.selects.length === 0) return 'Choose a state on the map to see its figures.';
  return `Choose a state on the map for “${map.group.label}”, or in the lists.`;
}

function say(map, words) {
  map.hint.textContent = words;
}
