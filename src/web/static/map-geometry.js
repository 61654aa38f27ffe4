// Where the states are on the map.

/** Whether the center of one box is inside the other. */
export function isCenteredIn(inner, outer) {
  const x = inner.x + inner.width / 2 - outer.x;
  const y = inner.y + inner.height / 2 - outer.y;
  return x >= 0 && x <= outer.width && y >= 0 && y <= outer.height;
}

/**
 * The nearest state in the direction of an arrow key; null if there is none.
 * @param states the paths of all states
 */
export function neighbor(states, from, key) {
  const center = (path) => {
    const { x, y, width, height } = path.getBBox();
    return { x: x + width / 2, y: y + height / 2 };
  };
  const here = center(from);
  const turn = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[key] ?? [0, 0];
  let best = null;
  let minDistance = Number.POSITIVE_INFINITY;
  for (const path of states) {
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
