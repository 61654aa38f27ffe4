import encodeQR from 'qr';
import type { Drawing, Segment } from './operations.ts';

/** The squares of a QR code as one drawing, `size` points wide, without the white around it. */
export function codeDrawing(text: string, size: number, color: string): Drawing {
  // The package draws a border of one module at least.
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 1 })
    .slice(1, -1)
    .map((row) => row.slice(1, -1));
  const module = size / rows.length;
  const path = rows.flatMap((row, y) => runsOf(row).flatMap((run) => rectangle(run, y, module)));
  return { width: size, height: size, ops: [{ kind: 'path', path, fill: color }] };
}

/** The dark modules that stand side by side in a row: where each run begins, and where it ends. */
function runsOf(row: readonly boolean[]): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = [];
  for (const [x, isDark] of row.entries()) {
    const last = runs.at(-1);
    if (!isDark) continue;
    if (last?.to === x) last.to = x + 1;
    else runs.push({ from: x, to: x + 1 });
  }
  return runs;
}

function rectangle({ from, to }: { from: number; to: number }, y: number, module: number): Segment[] {
  const [left, right] = [from * module, to * module];
  const [top, bottom] = [y * module, (y + 1) * module];
  return [['M', left, top], ['L', right, top], ['L', right, bottom], ['L', left, bottom], ['Z']];
}
