import type { BlankSheet } from '../../rules/report.ts';
import { breakLines, type Style, textOps } from '../faces.ts';
import { PALETTE } from '../palette.ts';
import { clean } from '../words.ts';
import type { Flow } from './flow.ts';
import type { StructNode } from './page.ts';
import { layOutField } from './sheet-fields.ts';

const LABEL: Style = { face: 'sans', size: 7.5, color: PALETTE.quiet };
const VALUE: Style = { face: 'sans-bold', size: 10, color: PALETTE.ink };
const TITLE: Style = { face: 'sans-bold', size: 10, color: PALETTE.ink };
const HINT: Style = { face: 'serif-italic', size: 9, color: PALETTE.quiet };
const FACT: Style = { face: 'serif', size: 9.5, color: PALETTE.ink };

/** The coming turn's sheet: a head, what to know, boxes and lines to write on, and where it goes. */
export function layOutSheet(
  flow: Flow,
  sheet: BlankSheet,
  { due, sendTo }: { due: string | null; sendTo: string | null },
): void {
  const node = flow.node('Form', { alt: 'Turn sheet to be filled in by hand' });
  layOutHead(flow, sheet.head, node);
  for (const fact of sheet.form.facts) layOutText(flow, clean(fact), FACT, 12.5, node);
  for (const section of sheet.form.sections) {
    flow.need(60);
    flow.gap(9);
    flow.draw([{ kind: 'line', x1: 0, y1: 0, x2: flow.width, y2: 0, color: PALETTE.rule, width: 0.8 }], null);
    flow.y += 6;
    layOutText(flow, clean(section.title), TITLE, 14, node);
    if (section.hint !== undefined) layOutText(flow, clean(section.hint), HINT, 12, node);
    flow.y += 2;
    for (const field of section.fields) layOutField(flow, field, section.fields.length === 1, node);
  }
  layOutFoot(flow, due, sendTo, node);
}

/** Wrapped text over the whole width. */
function layOutText(flow: Flow, text: string, style: Style, lead: number, node: StructNode): void {
  for (const line of breakLines(text, style.face, style.size, flow.width)) {
    flow.need(lead);
    flow.draw(textOps(line, 0, style.size * 0.95, style), node);
    flow.y += lead;
  }
}

/** The head in a frame, three entries across; what is blank gets a line to write on. */
function layOutHead(flow: Flow, head: BlankSheet['head'], node: StructNode): void {
  const across = 3;
  const cell = flow.width / across;
  const rows = Array.from({ length: Math.ceil(head.length / across) }, (_, i) =>
    head.slice(i * across, (i + 1) * across),
  );
  for (const row of rows) {
    const values = row.map((entry) => breakLines(clean(entry.value), VALUE.face, VALUE.size, cell - 12));
    const height = 15 + Math.max(...values.map((lines) => lines.length)) * 12.5 + 3;
    flow.need(height);
    for (const [i, entry] of row.entries()) {
      const x = i * cell;
      flow.draw([{ kind: 'rect', x, y: 0, w: cell, h: height, stroke: PALETTE.ink, strokeWidth: 0.6 }], null);
      const label = breakLines(clean(entry.label), LABEL.face, LABEL.size, cell - 12)[0] ?? '';
      flow.draw(textOps(label, x + 6, 9.5, LABEL), node);
      for (const [n, line] of (values[i] ?? []).entries()) {
        flow.draw(textOps(line, x + 6, 23 + n * 12.5, VALUE), node);
      }
    }
    flow.y += height;
  }
  flow.y += 8;
}

function layOutFoot(flow: Flow, due: string | null, sendTo: string | null, node: StructNode): void {
  const when = due === null ? '' : `Due ${clean(due)}. `;
  const where =
    sendTo === null
      ? 'Hand it to your game master, or fill in the same sheet on the page of the game.'
      : clean(sendTo);
  const again = 'A later sheet replaces an earlier one until the turn is processed.';
  flow.gap(10);
  flow.need(40);
  flow.draw([{ kind: 'line', x1: 0, y1: 0, x2: flow.width, y2: 0, color: PALETTE.ink, width: 1.2 }], null);
  flow.y += 6;
  layOutText(flow, `${when}${where} ${again}`, { ...FACT, face: 'serif-bold' }, 12.5, node);
}
