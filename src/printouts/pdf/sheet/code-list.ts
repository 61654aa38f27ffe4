import type { Choice } from '../../../rules/sheet.ts';
import { printable } from '../../../text/printable.ts';
import { fitText, measureText, type TextStyle, textOps } from '../../drawing/text.ts';
import { PALETTE } from '../../palette.ts';
import type { Flow } from '../flow.ts';
import type { StructNode } from '../page.ts';

const STYLE: TextStyle = { font: 'sans', size: 7, color: PALETTE.quiet };
const CODE: TextStyle = { ...STYLE, font: 'sans-bold' };
const LINE_HEIGHT = 8.4;
/** About how wide an entry is, in points. */
const ENTRY_WIDTH = 102;

/** Lays out codes with what they stand for, in columns: `CA California 55 EV, 5+`. */
export function layOutCodeList(flow: Flow, choices: readonly Choice[], node: StructNode): void {
  const columns = Math.max(1, Math.floor((flow.width + 10) / ENTRY_WIDTH));
  const perColumn = Math.ceil(choices.length / columns);
  const width = flow.width / columns;
  flow.ensureRoom(perColumn * LINE_HEIGHT);
  for (const [i, choice] of choices.entries()) {
    const x = Math.floor(i / perColumn) * width;
    const y = 7 + (i % perColumn) * LINE_HEIGHT;
    const code = printable(choice.value);
    const indent = Math.max(15, measureText(code, CODE) + 4);
    const short = choice.short === undefined ? '' : ` ${printable(choice.short)}`;
    const room = width - indent - measureText(short, STYLE) - 6;
    const label = `${fitText(printable(choice.label), STYLE, room)}${short}`;
    flow.draw(textOps(code, CODE, { x, y }), node);
    flow.draw(textOps(label, STYLE, { x: x + indent, y }), node);
  }
  flow.y += perColumn * LINE_HEIGHT;
}
