// What the maps of sheets and printouts have in common: the states are moved among by keyboard, and the codes beside small
// states can be clicked.

/** Letters typed within this many milliseconds of each other are one code. */
const CODE_TIMEOUT = 900;

/**
 * Makes the states buttons in one tab stop: arrow keys move to the nearest state, letters to the state with that code, and
 * Enter and Space choose.
 * @param states the paths of all states, by code
 * @param choose called with a code
 */
export function addKeys(states, choose) {
  let letters = '';
  let lastKey = 0;
  for (const [i, [code, path]] of [...states].entries()) {
    path.setAttribute('role', 'button');
    path.setAttribute('tabindex', i === 0 ? '0' : '-1');
    path.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const now = Date.now();
      if (event.key === 'Enter' || event.key === ' ') choose(code);
      else if (event.key.startsWith('Arrow')) moveFocus(states, neighbor(states.values(), path, event.key));
      else if (/^[a-z]$/i.test(event.key)) {
        letters = (now - lastKey < CODE_TIMEOUT ? letters : '') + event.key.toUpperCase();
        lastKey = now;
        moveFocus(states, states.get(letters) ?? null);
      } else return;
      event.preventDefault();
    });
  }
}

/**
 * Makes the codes beside small states clickable, too, because they are easier to hit. Codes are bold: a label that is not
 * is a candidate's identifier, even if a state has the same letters.
 * @param click called with a code and the event
 */
export function addCodeLabels(svg, states, click) {
  for (const label of svg.querySelectorAll('.map-labels text')) {
    const code = label.textContent.trim();
    const state = states.get(code);
    if (state === undefined || label.getAttribute('font-weight') === '400') continue;
    if (isCenteredIn(label.getBBox(), state.getBBox())) continue;
    label.setAttribute('pointer-events', 'all');
    label.classList.add('map-code');
    label.addEventListener('click', (event) => click(code, event));
  }
}

/** Whether the center of one box is inside the other. */
function isCenteredIn(inner, outer) {
  const x = inner.x + inner.width / 2 - outer.x;
  const y = inner.y + inner.height / 2 - outer.y;
  return x >= 0 && x <= outer.width && y >= 0 && y <= outer.height;
}

/** The nearest state in the direction of an arrow key; null if there is none. */
function neighbor(paths, from, key) {
  const center = (path) => {
    const { x, y, width, height } = path.getBBox();
    return { x: x + width / 2, y: y + height / 2 };
  };
  const here = center(from);
  const turn = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[key] ?? [0, 0];
  let best = null;
  let minDistance = Number.POSITIVE_INFINITY;
  for (const path of paths) {
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

function moveFocus(states, path) {
  if (path === null) return;
  for (const state of states.values()) state.setAttribute('tabindex', state === path ? '0' : '-1');
  path.focus();
}
