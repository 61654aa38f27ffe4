// The map fills in states: by mouse, by finger, and by keyboard (arrows to walk, a code to jump, Enter to choose).

const SVG = 'http://www.w3.org/2000/svg';
const LETTERS_PAUSE = 900;

/** Makes the map beside the sheet fill in its state fields. */
export function enlivenMap(form) {
  const svg = form.querySelector('[data-map] svg');
  const groups = groupsOf(form);
  if (svg === null || groups.length === 0) return;
  const map = {
    svg,
    groups,
    hint: form.querySelector('[data-map-hint]'),
    states: new Map([...svg.querySelectorAll('[data-state]')].map((path) => [path.dataset.state, path])),
    outlines: svg.appendChild(document.createElementNS(SVG, 'g')),
    group: groups[0],
    /** The field that was last gone to; the next state goes there. */
    aim: null,
  };
  map.outlines.setAttribute('pointer-events', 'none');
  map.outlines.setAttribute('class', 'map-outlines');
  map.hint.setAttribute('role', 'status');
  svg.setAttribute('role', 'group');
  addSwitch(form, map);
  addStates(map);
  addLabels(map);
  followFields(form, map);
  say(map, invitation(map));
  refresh(map);
}

/** The state fields of the sheet by list; a field of its own is a list of one. */
function groupsOf(form) {
  const groups = new Map();
  for (const select of form.querySelectorAll('select[data-state-field]')) {
    const list = select.closest('[data-list]');
    const key = list ?? select;
    const label = list?.querySelector('legend')?.textContent ?? labelOf(select);
    const group = groups.get(key) ?? {
      label: label.trim(),
      selects: [],
      clears: list?.querySelector('table') === null,
    };
    group.selects.push(select);
    groups.set(key, group);
  }
  return [...groups.values()];
}

function labelOf(select) {
  return (select.labels[0]?.firstChild?.textContent ?? '').trim();
}

/** Buttons that say which list the map fills in. */
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
      map.aim = null;
      say(map, invitation(map));
      refresh(map);
    });
    group.radio = radio;
    label.append(radio, ` ${group.label}`);
    box.append(label);
  }
  form.querySelector('[data-map]').before(box);
}

function addStates(map) {
  let typed = '';
  let lastKey = 0;
  for (const [i, [code, path]] of [...map.states].entries()) {
    path.setAttribute('role', 'button');
    path.setAttribute('tabindex', i === 0 ? '0' : '-1');
    path.setAttribute('aria-label', `${code} ${path.querySelector('title')?.textContent ?? ''}`);
    path.addEventListener('click', (event) => choose(map, code, event.pointerType === 'mouse'));
    path.addEventListener('focus', () => refresh(map));
    path.addEventListener('blur', () => refresh(map));
    path.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const now = Date.now();
      if (event.key === 'Enter' || event.key === ' ') choose(map, code, false);
      else if (event.key.startsWith('Arrow')) walk(map, neighbour(map, path, event.key));
      else if (/^[a-z]$/i.test(event.key)) {
        typed = (now - lastKey < LETTERS_PAUSE ? typed : '') + event.key.toUpperCase();
        lastKey = now;
        walk(map, map.states.get(typed) ?? null);
      } else return;
      event.preventDefault();
    });
  }
}

/** Small states have their codes beside them: those are chosen like the states, being easier to hit. */
function addLabels(map) {
  for (const label of map.svg.querySelectorAll('.map-labels text')) {
    const code = label.textContent.trim();
    const state = map.states.get(code);
    if (state === undefined || lies(label.getBBox(), state.getBBox())) continue;
    label.setAttribute('pointer-events', 'all');
    label.classList.add('map-code');
    label.addEventListener('click', (event) => choose(map, code, event.pointerType === 'mouse'));
  }
}

/** Does the middle of one box lie within the other? */
function lies(inner, outer) {
  const x = inner.x + inner.width / 2 - outer.x;
  const y = inner.y + inner.height / 2 - outer.y;
  return x >= 0 && x <= outer.width && y >= 0 && y <= outer.height;
}

/** Whoever goes to a field of a list makes the map fill in that list, and that field next. */
function followFields(form, map) {
  form.addEventListener('focusin', (event) => {
    const within = (group) =>
      group.selects.some((select) => select === event.target || select.closest('tr')?.contains(event.target));
    const group = map.groups.find(within);
    if (group === undefined) return;
    map.group = group;
    if (group.radio) group.radio.checked = true;
    map.aim = group.selects.includes(event.target) ? event.target : null;
    refresh(map);
  });
  form.addEventListener('change', (event) => {
    if (event.target === map.aim && event.target.value !== '') map.aim = null;
    refresh(map);
  });
}

/** Puts a state into the field that was last gone to, else into the next blank one; chosen again, it is taken out. */
function choose(map, code, byMouse) {
  const { group } = map;
  const there = group.selects.find((select) => select.value === code);
  const name = map.states.get(code).querySelector('title')?.textContent.split(':')[0] ?? code;
  if (there !== undefined && there !== map.aim) {
    if (group.clears) {
      put(there, '');
      say(map, `${name} is taken out of ${where(there)}.`);
    } else {
      goOn(there, true);
      say(map, `${name} is in ${where(there)} already.`);
    }
    return refresh(map);
  }
  const select = map.aim ?? group.selects.find((one) => one.value === '');
  if (select === undefined) return say(map, `${group.label}: every line is filled in. Blank one first.`);
  if (![...select.options].some((option) => option.value === code)) {
    return say(map, `${name} cannot be chosen here.`);
  }
  map.aim = null;
  put(select, code);
  say(map, `${name} is now ${where(select)}.`);
  goOn(select, byMouse);
  refresh(map);
}

function put(select, value) {
  select.value = value;
  select.dispatchEvent(new Event('input', { bubbles: true }));
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

/** With a mouse, on to the blank beside the state, ready to type; fingers and keys stay on the map. */
function goOn(select, byMouse) {
  const row = select.closest('tr');
  row?.scrollIntoView({ block: 'nearest' });
  if (byMouse) row?.querySelector('input[type="text"]')?.focus({ preventScroll: true });
}

function where(select) {
  const label = select.labels[0]?.textContent.replace(/\s+/g, ' ').trim() ?? '';
  return label.replace(/^State, /, '');
}

function invitation(map) {
  return `Choose a state on the map for “${map.group.label}”, or take it from the lists.`;
}

function say(map, words) {
  map.hint.textContent = words;
}

/** The nearest state in the direction of an arrow key. */
function neighbour(map, from, key) {
  const middle = (path) => {
    const { x, y, width, height } = path.getBBox();
    return { x: x + width / 2, y: y + height / 2 };
  };
  const here = middle(from);
  const turn = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[key] ?? [0, 0];
  let best = null;
  let least = Number.POSITIVE_INFINITY;
  for (const path of map.states.values()) {
    const there = middle(path);
    const [x, y] = [there.x - here.x, there.y - here.y];
    const along = x * turn[0] + y * turn[1];
    const aside = Math.abs(x * turn[1] + y * turn[0]);
    if (path === from || along <= 1 || aside > along * 2) continue;
    if (along + 2 * aside < least) {
      least = along + 2 * aside;
      best = path;
    }
  }
  return best;
}

function walk(map, path) {
  if (path === null) return;
  for (const state of map.states.values()) state.setAttribute('tabindex', state === path ? '0' : '-1');
  path.focus();
}

/** Outlines over the map: the states of the list that is being filled in, those of other lists, the one in focus. */
function refresh(map) {
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
