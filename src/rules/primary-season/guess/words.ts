import { middle, percentOf, usualRange } from '../../guess-figures.ts';
import { counted, dollars } from '../../numbers.ts';
import type { Block, Cell } from '../../report.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { PRIMARIES } from '../data.ts';
import { outcome } from '../outcome.ts';
import { earningsOf } from '../play/dice.ts';
import { findPlayer, type Player, type State } from '../state.ts';

/** The guess in a few sentences: what the dice earn, what is marked and won, and who wins at the end. */
export function guessSentences(before: State, seat: SeatIdentifier, after: readonly State[]): string[] {
  if (before.phase === 'roll')
    return [rangeSentence('Your final dice earn', after, (state) => votesNow(state, seat))];
  const was = figureOf(before, seat, ({ delegates }) => delegates);
  const gained = (state: State) => figureOf(state, seat, ({ delegates }) => delegates) - was;
  const funds = sorted(after, (state) => figureOf(state, seat, (player) => player.funds));
  const [low, high] = usualRange(funds);
  const some = after.filter((state) => gained(state) > 0).length;
  return [
    rangeSentence('You have', after, (state) => actionVotes(state, seat)),
    `You win delegates in ${percentOf(some, after.length)}% of all plays, ${counted(middle(sorted(after, gained)), 'delegate')} in the middle.`,
    `Afterward you have ${low === high ? dollars(low) : `${dollars(low)} to ${dollars(high)}`} in eight of ten plays.`,
    ...overSentences(seat, after),
  ];
}

function rangeSentence(begin: string, after: readonly State[], votesOf: (state: State) => number): string {
  const votes = sorted(after, votesOf);
  const [low, high] = usualRange(votes);
  const usual = low === high ? counted(low, 'vote') : `${low} to ${counted(high, 'vote')}`;
  return `${begin} ${counted(middle(votes), 'vote')} in the middle of all plays, ${usual} in eight of ten.`;
}

/** The votes of the dice as they lie, 1s not counted. */
function votesNow(state: State, seat: SeatIdentifier): number {
  return figureOf(state, seat, ({ dice, items }) => earningsOf(dice, items, { votes: 0, money: 0 }).votes);
}

function actionVotes({ actions }: State, seat: SeatIdentifier): number {
  return actions.find(({ id }) => id === seat)?.votes ?? 0;
}

function figureOf(state: State, seat: SeatIdentifier, figure: (player: Player) => number): number {
  const player = findPlayer(state, seat);
  return player === undefined ? 0 : figure(player);
}

function sorted(after: readonly State[], figure: (state: State) => number): number[] {
  return after.map(figure).sort((a, b) => a - b);
}

function overSentences(seat: SeatIdentifier, after: readonly State[]): string[] {
  const over = after.filter(({ phase }) => phase === 'over');
  if (over.length === 0) return [];
  const won = over.filter((state) => outcome(state)?.winner === seat).length;
  return [`The game ends with this round: you win it in ${percentOf(won, after.length)}% of all plays.`];
}

/** State by state: what is marked in the middle of all plays, and how often a place is won there. */
export function guessBlocks(before: State, seat: SeatIdentifier, after: readonly State[]): Block[] {
  if (before.phase === 'roll') return [];
  const rows = PRIMARIES.flatMap(({ code, name }): Cell[][] => {
    const was = figureOf(before, seat, ({ marks }) => marks[code]);
    const made = sorted(after, (state) => figureOf(state, seat, ({ marks }) => marks[code]) - was);
    const wins = after.filter((state) => state.places[code].includes(seat)).length;
    const isNew = !before.places[code].includes(seat);
    if (made.at(-1) === 0) return [];
    return [[name, String(middle(made)), isNew ? `${percentOf(wins, after.length)}%` : '–']];
  });
  if (rows.length === 0) return [];
  const caption = 'Marks that you make, in the middle of all plays, and how often you take a place';
  const columns = [
    { label: 'State', align: 'left' as const },
    { label: 'Marks', align: 'right' as const },
    { label: 'Place taken', align: 'right' as const },
  ];
  return [{ kind: 'table', caption, showCaption: true, columns, rows }];
}
