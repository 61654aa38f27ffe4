import { counted, listInWords, ordinal } from '../../numbers.ts';
import type { Cell, ReportSection } from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import { itemOf, type PrimaryCode, primary } from '../data.ts';
import type { Action, Purchase, Rolls, Skip, State, Why } from '../state.ts';
import { diceCell, money, plainTable, type ReportContext } from './context.ts';

/** PS-9.6: the latest re-rolls and actions, player by player in acting order. */
export function happenedSection({ now, before }: ReportContext): ReportSection | null {
  if (before === null) return null;
  const rolls = plainTable(
    'Dice',
    ['ID', 'Before', 'Re-rolled', 'After', 'Second', 'Final'],
    now.rolls.map(rollRow),
  );
  const labels = ['ID', '1s', 'Votes>', 'Money', 'Bought', 'Votes went to', 'Won'];
  const actions = plainTable('Actions', labels, now.actions.map(actionRow), AUTOMATIC_NOTE);
  return sharedSection('happened', 'What happened', now.actions.length === 0 ? [rolls] : [rolls, actions]);
}

const AUTOMATIC_NOTE = '* placed automatically.';

function rollRow({ id, sheet, before, reroll, after, second, final }: Rolls): Cell[] {
  const numbers = (dice: readonly number[]) => (dice.length === 0 ? '–' : dice.join(', '));
  const who = sheet ? id : `${id} (no sheet)`;
  return [
    { text: who, strong: true },
    ...[diceCell(before), numbers(reroll), diceCell(after), numbers(second), diceCell(final)],
  ];
}

function actionRow(action: Action): Cell[] {
  const { id, ones, votes, placed, lost, won, hired } = action;
  const went = placed.map(({ where, marks, row }) => `${where} ${marks}${row === null ? '*' : ''}`);
  const gained = [
    ...won.map(({ state, place, delegates }) => `${state}: ${ordinal(place)} place, ${delegates}`),
    ...(hired > 0 ? [counted(hired, 'new die', 'new dice')] : []),
  ];
  return [
    { text: id, strong: true },
    ones.votes + ones.money === 0 ? '–' : `${counted(ones.votes, 'vote')}, ${ones.money} as money`,
    String(votes),
    moneyText(action),
    action.bought.map(purchaseText).join('; '),
    [...went, ...(lost > 0 ? [`${lost} lost`] : [])].join(', '),
    gained.join('; '),
  ];
}

function moneyText({ earned, collected }: Action): string {
  return collected < earned
    ? `${money(earned)}, but the pile held only ${money(collected)}`
    : money(collected);
}

function purchaseText({ item, price, marks }: Purchase): string {
  const made = Object.entries(marks).map(([code, count]) => `${code} ${count}`);
  return `${itemOf(item).name} (${money(price)})${made.length === 0 ? '' : `: ${made.join(', ')}`}`;
}

/** PS-9.6: why rows were skipped. */
const WHY: Record<Why, string> = {
  owned: 'you already had it',
  'issue-limit': 'you had two issues',
  votes: 'your votes were not within the row’s limits',
  funds: 'not enough money',
  'no-use': 'no state could take a mark',
  full: 'nothing left to mark',
  closed: 'every place was taken',
  place: 'the place you wanted was taken',
  whole: 'not enough votes for all of it',
};

/** PS-9.6: the rows of the reader's sheet that were skipped, for the reader only. */
export function skippedSection({ now, reader }: ReportContext): ReportSection | null {
  const skipped = now.actions.find(({ id }) => id === reader?.id)?.skipped ?? [];
  if (skipped.length === 0) return null;
  const items = skipped.map((one) => ({ label: rowName(one), value: whyText(one) }));
  return {
    ...{ id: 'skipped', title: 'Rows of your sheet that were skipped', newPage: false, shared: false },
    blocks: [{ kind: 'facts', items }],
  };
}

function rowName({ field }: Skip): string {
  const [, list, index] = /^(\w+)\[(\d+)\]$/.exec(field) ?? [];
  return `${list === 'shop' ? 'Shopping list' : 'Votes'}, line ${Number(index) + 1}`;
}

function whyText({ field, why }: Skip): string {
  if (why === 'closed' && field.startsWith('shop')) return 'the state you named was no longer open to you';
  return WHY[why];
}

/** PS-9.9: the dice of the last processing in draw order. */
export function diceUsedSection({ now, before }: ReportContext): ReportSection | null {
  if (before === null) return null;
  const faces = [
    ...(before.phase === 'spend' ? [] : rerolled(now)),
    ...(before.phase === 'roll' ? [] : advance(now)),
  ];
  const text = faces.length === 0 ? 'No die was rolled.' : `In the order rolled: ${faces.join(', ')}.`;
  return sharedSection('dice-used', 'The dice of this round', [{ kind: 'paragraph', text }]);
}

/** PS-6.3: what the re-rolls showed. */
function rerolled({ rolls }: State): number[] {
  return rolls.flatMap(({ reroll, after, second, final }) => [
    ...reroll.map((number) => after[number - 1] as number),
    ...second.map((number) => final[number - 1] as number),
  ]);
}

/** PS-6.14: the dice of the next turn. */
function advance({ players }: State): number[] {
  return players.flatMap(({ dice }) => dice);
}

/** The states that were won in the latest actions: `AB wins Iowa (1st place, 6 delegates)`. */
export function winSentences({ actions }: State): string[] {
  return actions.flatMap(({ id, won }) => {
    if (won.length === 0) return [];
    const places = won.map(
      ({ state, place, delegates }) =>
        `${ordinal(place)} place in ${nameOf(state)} (${counted(delegates, 'delegate')})`,
    );
    return [`${id} takes ${listInWords(places)}.`];
  });
}

function nameOf(code: PrimaryCode): string {
  return primary(code).name;
}
