import type { Module } from './modules.ts';
import { targetOf } from './rooms.ts';

/**
 * The groups of files of which each imports every other one, directly or through others; imports of types count.
 * Such files can only be understood together, and which of them runs first is an accident.
 * @returns each group with its files in order
 */
export function findCircles(modules: Module[]): string[][] {
  const imports = new Map(
    modules.map(({ file, imports }) => [
      file,
      imports.map((name) => targetOf(file, name)).filter((target) => target !== null),
    ]),
  );
  // Tarjan's algorithm for strongly connected components.
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): number => {
    const index = order.size;
    order.set(file, index);
    lowest.set(file, index);
    stack.push(file);
    for (const target of imports.get(file) ?? []) {
      if (!imports.has(target)) continue;
      if (target === file) circles.push([file]);
      const reached = order.has(target)
        ? stack.includes(target)
          ? order.get(target)
          : index
        : visit(target);
      lowest.set(file, Math.min(lowest.get(file) ?? index, reached ?? index));
    }
    const own = lowest.get(file) ?? index;
    if (own !== index) return own;
    const group = stack.splice(stack.indexOf(file));
    if (group.length > 1) circles.push(group.sort());
    return own;
  };
  for (const file of imports.keys()) if (!order.has(file)) visit(file);
  return circles.sort((a, b) => (a[0] ?? '').localeCompare(b[0] ?? ''));
}
