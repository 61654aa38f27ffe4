import { counted } from '../../numbers.ts';
import type { Block, Cell, ReportSection } from '../../report.ts';
import { diceSecretBlocks, nameAndIdentifier, turnSheetSection } from '../../report-builder.ts';
import { ITEMS, PRIMARIES, type Primary, STAFF_CIRCLES, STAFF_TOTALS } from '../data.ts';
import { effectOf, phaseName, sheet } from '../form.ts';
import { earningsOf, onesAmong } from '../play/dice.ts';
import { leftIn, openOrder, type Player, type State } from '../state.ts';
import { money, plainTable, type ReportContext } from './context.ts';

/** PS-9.1: whose printout it is, the turn, when the sheet is due, and who acts when. */
export function topSection(context: ReportContext): ReportSection {
  const { header, reader, now, turn } = context;
  const items = [
    { label: 'Printout for', value: reader === null ? 'the public' : nameAndIdentifier(context, reader.id) },
    { label: 'Round', value: phaseName(now) },
    { label: 'Sheet due', value: turn === null ? 'the game is over' : (header.due ?? 'not set yet') },
  ];
  const blocks: Block[] = [{ kind: 'facts', items }];
  const order = openOrder(now);
  if (order.length > 0) {
    const cells: Cell[] = order.map((id) => ({ text: id, strong: id === reader?.id }));
    const labels = ['Order of play', ...order.map((_, i) => String(i + 1))];
    blocks.push(plainTable('Order of play', labels, [['', ...cells]]));
  }
  if (isLastTurn(now)) blocks.push({ kind: 'paragraph', text: 'This is the last round.', strong: true });
  blocks.push(...diceSecretBlocks(context));
  return { id: 'top', title: null, newPage: false, shared: false, blocks };
}

/** PS-9.1: whether the open turn is known to be the last. */
export function isLastTurn({ phase, turn, lastTurn, options }: State): boolean {
  return phase !== 'over' && (turn + 1 === lastTurn || turn + 1 === options.maxTurns);
}

/** PS-9.2: the reader's dice and what they earn as they lie. */
export function diceSection({ reader, now }: ReportContext): ReportSection | null {
  if (reader === null || now.phase === 'over') return null;
  const { votes, money: earned } = earningsOf(reader.dice, reader.items, { votes: 0, money: 0 });
  const labels = ['Die', ...reader.dice.map((_, i) => `${i + 1}>`)];
  const rows: Cell[][] = [['Shows', ...reader.dice.map((face) => ({ text: String(face), strong: true }))]];
  const items = [
    { label: 'Votes', value: String(votes) },
    { label: 'Money', value: money(earned) },
    { label: 'Dice that show 1', value: String(onesAmong(reader.dice)) },
  ];
  const text = 'What they earn as they lie, without the 1s:';
  return {
    ...{ id: 'dice', title: 'Your dice', newPage: false, shared: false },
    blocks: [plainTable('Your dice', labels, rows), { kind: 'paragraph', text }, { kind: 'facts', items }],
  };
}

/** PS-9.3: the reader's score sheet. */
export function scoreSheetSection({ reader, now }: ReportContext): ReportSection | null {
  if (reader === null) return null;
  const blocks: Block[] = [
    { kind: 'facts', items: [{ label: 'Funds', value: money(reader.funds) }, staffItem(reader)] },
    plainTable(
      'States',
      ['State', 'Marked', 'Circles', 'Left>', 'Prizes'],
      stateRows(now, reader),
      PRIZES_NOTE,
    ),
    plainTable('Items', ['Bought', 'Item', 'Price>', 'Effect'], itemRows(reader)),
  ];
  return { id: 'score-sheet', title: 'Your score sheet', newPage: false, shared: false, blocks };
}

const PRIZES_NOTE = 'Prizes by place: [6] is yours, (6) is taken by another player.';

function staffItem({ staff }: Player): { label: string; value: string } {
  const next = STAFF_TOTALS.find((total) => total > staff);
  const what = next === undefined ? 'all five dice' : `the next die at ${next}`;
  return { label: 'Staff track', value: `${staff} of ${counted(STAFF_CIRCLES, 'circle')}, ${what}` };
}

function stateRows({ places }: State, reader: Player): Cell[][] {
  return PRIMARIES.map(({ code, name, circles, prizes }: Primary): Cell[] => {
    const taken = places[code];
    const shown = prizes.map((prize, i) => {
      if (taken[i] === reader.id) return `[${prize}]`;
      return taken[i] === undefined ? String(prize) : `(${prize})`;
    });
    const left = leftIn(reader, code);
    return [
      { text: `${name} (${code})`, strong: true },
      `${reader.marks[code]} of ${circles}`,
      circlesText(reader.marks[code], circles),
      left === 0 ? 'complete' : String(left),
      shown.join(' '),
    ];
  });
}

/** `●●●●●● ●●○○○○ ○`: marked circles and those that are left, in groups of six. */
export function circlesText(marks: number, circles: number): string {
  const row = '●'.repeat(marks) + '○'.repeat(circles - marks);
  return row.match(/.{1,6}/g)?.join(' ') ?? '';
}

function itemRows(reader: Player): Cell[][] {
  return ITEMS.map((item): Cell[] => {
    const isBought = reader.items.includes(item.id);
    return [isBought ? '✓' : '', { text: item.name, strong: isBought }, money(item.price), effectOf(item)];
  });
}

/** PS-9.10: the sheet of the open phase, on a page of its own. */
export function sheetSection(context: ReportContext): ReportSection | null {
  const { reader, now } = context;
  const form = reader === null ? null : sheet(now, reader.id);
  return form === null ? null : turnSheetSection(context, `Your turn sheet: ${phaseName(now)}`, form);
}
