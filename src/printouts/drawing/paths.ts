import type { Segment } from './operations.ts';

/** A closed path through the points. */
export function polygonPath(points: readonly (readonly [number, number])[]): Segment[] {
  const corners = points.map(([x, y], i): Segment => [i === 0 ? 'M' : 'L', x, y]);
  return [...corners, ['Z']];
}

/** A rectangle as a path, for hatching. */
export function rectanglePath(x: number, y: number, w: number, h: number): Segment[] {
  return polygonPath([
    [x, y],
    [x + w, y],
    [x + w, y + h],
    [x, y + h],
  ]);
}

/** A rectangle with rounded corners, each of four short sides. */
export function roundedPath(x: number, y: number, w: number, h: number, radius: number): Segment[] {
  const middles = [
    [x + w - radius, y + radius],
    [x + w - radius, y + h - radius],
    [x + radius, y + h - radius],
    [x + radius, y + radius],
  ] as const;
  const corners = middles.flatMap(([cx, cy], corner) =>
    Array.from({ length: 5 }, (_, i): [number, number] => {
      const angle = ((corner - 1) * Math.PI) / 2 + (i * Math.PI) / 8;
      return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)];
    }),
  );
  return polygonPath(corners);
}

/** A small dot around (x, y): a polygon of 16 corners. */
export function dotPath(x: number, y: number, radius: number): Segment[] {
  const corners = Array.from({ length: 16 }, (_, i): [number, number] => {
    const angle = (i * Math.PI) / 8;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
  return polygonPath(corners);
}

/** A five-pointed star around (x, y) with its points on a circle of that radius. */
export function starPath(x: number, y: number, radius: number): Segment[] {
  const corners = Array.from({ length: 10 }, (_, i): [number, number] => {
    const angle = -Math.PI / 2 + (i * Math.PI) / 5;
    const distance = i % 2 === 0 ? radius : radius * 0.382;
    return [x + distance * Math.cos(angle), y + distance * Math.sin(angle)];
  });
  return polygonPath(corners);
}

/** A path in another size. */
export function scalePath(path: readonly Segment[], scale: number): Segment[] {
  return path.map((part): Segment => (part[0] === 'Z' ? part : [part[0], part[1] * scale, part[2] * scale]));
}

/** The smallest rectangle around a path: left, top, right, bottom. */
export function boundingBox(path: readonly Segment[]): [number, number, number, number] {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const part of path) {
    if (part[0] === 'Z') continue;
    left = Math.min(left, part[1]);
    right = Math.max(right, part[1]);
    top = Math.min(top, part[2]);
    bottom = Math.max(bottom, part[2]);
  }
  return [left, top, right, bottom];
}
