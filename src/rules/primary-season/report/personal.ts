import { counted } from '../../numbers.ts';
import type { Block, Cell, DiceRow, ReportSection } from '../../report.ts';
import { diceSecretBlocks, nameAndIdentifier, turnSheetSection } from '../../report-builder.ts';
import { phaseName, sheet } from '../form.ts';
import { earningsOf, onesAmong } from '../play/dice.ts';
import { openOrder, type Player, type State } from '../state.ts';
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
    const labels = ['', ...order.map((_, i) => String(i + 1))];
    blocks.push(plainTable('Order of play', labels, [['Order of play', ...cells]]));
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
  const row: DiceRow = {
    kind: 'dice',
    caption: 'Your dice, and what they earn as they lie',
    dice: reader.dice.map((face) => ({ face, earns: earnsInWords(face, reader) })),
    totals: [
      { label: 'Votes', value: String(votes) },
      { label: 'Money', value: money(earned) },
      { label: 'Dice showing 1', value: String(onesAmong(reader.dice)) },
    ],
  };
  const fixed = now.phase === 'spend' ? 'These dice are final.' : 'You may re-roll any of them.';
  const text = `${fixed} The totals leave out dice that show 1${managerNote(reader)}.`;
  return {
    ...{ id: 'dice', title: 'Your dice', newPage: false, shared: false },
    blocks: [row, { kind: 'paragraph', text }],
  };
}

function managerNote({ items }: Player): string {
  return items.includes('manager') ? ' and include two votes from your Manager' : '';
}

/** PS-6.5: what one die earns: `3 votes`, `$4`, `$1 or 1 vote`. */
export function earnsInWords(face: number, { items }: Pick<Player, 'items'>): string {
  const lasting = items.filter((id) => id !== 'manager');
  const asVote = earningsOf([face], lasting, { votes: 1, money: 0 });
  const asMoney = earningsOf([face], lasting, { votes: 0, money: 1 });
  if (face === 1) return `${money(asMoney.money)} or ${counted(asVote.votes, 'vote')}`;
  const { votes, money: earned } = earningsOf([face], lasting, { votes: 0, money: 0 });
  return votes > 0 ? counted(votes, 'vote') : money(earned);
}

/** PS-9.10: the sheet of the open phase, on a page of its own. */
export function sheetSection(context: ReportContext): ReportSection | null {
  const { reader, now } = context;
  const form = reader === null ? null : sheet(now, reader.id);
  return form === null ? null : turnSheetSection(context, `Your turn sheet: ${phaseName(now)}`, form);
}
