import type { BlankSheet } from '../../rules/report.ts';
import { type Choice, fieldsOf } from '../../rules/sheet.ts';
import { breakLines, fitText, type Style, textOps } from '../fonts.ts';
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

/** What the sheet's foot says. */
export interface SheetNote {
  due: string | null;
  /** Where the sheet goes, in a sentence. */
  sendTo: string | null;
  /** Is there a box to tick for the player's last word? */
  finalOrders: boolean;
}

const LAST_WORD = 'This is my last word: the turn need not wait for me.';

/** The coming turn's sheet: a head, what to know, boxes and lines to write on, and where it goes. */
export function layOutSheet(flow: Flow, sheet: BlankSheet, note: SheetNote): void {
  const node = flow.node('Form', { alt: 'Turn sheet to be filled in by hand' });
  layOutHead(flow, sheet.header, node);
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
  if (note.finalOrders) layOutLastWord(flow, node);
  layOutFoot(flow, note, node);
  layOutCodes(flow, statesOf(sheet.form), node);
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
function layOutHead(flow: Flow, header: BlankSheet['header'], node: StructNode): void {
  const across = 3;
  const cell = flow.width / across;
  const rows = Array.from({ length: Math.ceil(header.length / across) }, (_, i) =>
    header.slice(i * across, (i + 1) * across),
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

function layOutLastWord(flow: Flow, node: StructNode): void {
  flow.gap(8);
  flow.need(16);
  const box = { kind: 'rect', x: 0.4, y: 1, w: 10, h: 10, stroke: PALETTE.ink, strokeWidth: 0.8 } as const;
  flow.draw([box], null);
  flow.draw(textOps(LAST_WORD, 17, 9.5, FACT), node);
  flow.y += 14;
}

function layOutFoot(flow: Flow, { due, sendTo }: SheetNote, node: StructNode): void {
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
  layOutText(flow, `${when}${again} ${where}`, { ...FACT, face: 'serif-bold' }, 12.5, node);
}

/** The choices of the form's first field that asks for a state. */
function statesOf(form: BlankSheet['form']): Choice[] {
  for (const field of fieldsOf(form)) {
    const fields = field.kind === 'rows' ? field.columns : [field];
    for (const one of fields) {
      if (one.kind === 'state' || (one.kind === 'ranking' && one.of === 'state')) return one.choices;
    }
  }
  return [];
}

/** The codes to write, in small print, where the page has room for them. */
function layOutCodes(flow: Flow, choices: readonly Choice[], node: StructNode): void {
  const style: Style = { face: 'sans', size: 7, color: PALETTE.quiet };
  const across = 4;
  const rows = Math.ceil(choices.length / across);
  if (choices.length < 2 || flow.room < rows * 9.5 + 24) return;
  flow.y += 12;
  const cell = flow.width / across;
  for (const [i, choice] of choices.entries()) {
    const x = Math.floor(i / rows) * cell;
    const y = 8 + (i % rows) * 9.5;
    const code = clean(choice.value);
    const label = clean([choice.label, choice.note].filter(Boolean).join(', '));
    flow.draw(textOps(code, x, y, { ...style, face: 'sans-bold' }), node);
    flow.draw(textOps(fitText(label, style.face, style.size, cell - 26), x + 18, y, style), node);
  }
  flow.y += rows * 9.5;
}
