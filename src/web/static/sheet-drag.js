// Rows can be dragged by their numbers: with a mouse, a pen or a finger.

/** How near to the edge of the window the pointer scrolls the page, in pixels, and by how much per frame. */
const EDGE = 80;
const STEP = 9;

/** Lets rows be dragged. `move` is told from where to where, counted from 0. */
export function connectDragging(rows, move) {
  for (const [from, row] of rows.entries()) {
    row.querySelector('[data-grip]').addEventListener('pointerdown', (event) => {
      if (event.button !== 0 || !event.isPrimary) return;
      event.preventDefault();
      drag({ rows, row, from, to: from, y: event.clientY, grip: event.currentTarget, move }, event.pointerId);
    });
  }
}

/** From pressing the number of a row to letting it go. Escape leaves the row where it was. */
function drag(held, pointer) {
  const { grip, row } = held;
  const listening = new AbortController();
  const { signal } = listening;
  grip.setPointerCapture(pointer);
  row.classList.add('is-dragged');
  const end = (isDropped) => {
    listening.abort();
    row.classList.remove('is-dragged');
    mark(held, null);
    if (isDropped && held.to !== held.from) held.move(held.from, held.to);
  };
  grip.addEventListener(
    'pointermove',
    (event) => {
      held.y = event.clientY;
      aim(held);
    },
    { signal },
  );
  grip.addEventListener('pointerup', () => end(true), { signal });
  grip.addEventListener('pointercancel', () => end(false), { signal });
  document.addEventListener('keydown', (event) => event.key === 'Escape' && end(false), { signal });
  const scroll = () => {
    if (signal.aborted) return;
    const by = held.y < EDGE ? -STEP : held.y > window.innerHeight - EDGE ? STEP : 0;
    if (by !== 0) {
      window.scrollBy(0, by);
      aim(held);
    }
    requestAnimationFrame(scroll);
  };
  requestAnimationFrame(scroll);
}

/** Finds the place under the pointer: the row goes there when it is let go. */
function aim(held) {
  const shown = held.rows.filter((row) => !row.hidden);
  const above = shown.filter((row) => row !== held.row && middleOf(row) < held.y).length;
  held.to = above;
  mark(held, above === held.from ? null : shown[above]);
}

function middleOf(row) {
  const { top, height } = row.getBoundingClientRect();
  return top + height / 2;
}

/** Marks the row whose place the dragged one would take, on the side where it would go. */
function mark({ rows, from, to }, target) {
  for (const row of rows) {
    row.classList.toggle('is-target-above', row === target && to < from);
    row.classList.toggle('is-target-below', row === target && to > from);
  }
}
