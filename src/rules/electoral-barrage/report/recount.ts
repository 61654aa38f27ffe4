import type { Block, Cell, Column, ReportSection, Table } from '../../report.ts';
import { nameAndIdentifier, sharedSection } from '../../report-builder.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { CHARACTERS, titleOf } from '../characters.ts';
import { boardState, FREE_BALLOTS, STATES_BY_VOTES } from '../data.ts';
import { contendersIn } from '../orders.ts';
import { outcome } from '../outcome.ts';
import { withBallots } from '../play/absentee-ballots.ts';
import { countOf, type Duel, findPlayer, type State } from '../state.ts';
import type { ReportContext } from './context.ts';

function columnsOf(...labels: string[]): Column[] {
  return labels.map((label) => ({ label, align: label === 'Votes' || label === 'Place' ? 'right' : 'left' }));
}

/** EB-9.11: the contested states, who holds ballots, and the order of play. */
export function contestedSection({ now }: ReportContext): ReportSection | null {
  if (now.phase !== 'ballots') return null;
  const rows = STATES_BY_VOTES.flatMap(({ code, name, votes }): Cell[][] => {
    const contenders = contendersIn(now, code);
    const each = contenders.map((seat) => `${seat} ${countOf(now.tokens[code], seat)}`);
    return contenders.length === 0 ? [] : [[code, name, String(votes), each.join(', ')]];
  });
  const holders = now.players.flatMap(({ id, ballots, character }) => {
    const free = character === 'war-hero' ? [`${FREE_BALLOTS} free ones for blue states`] : [];
    const held = [...(ballots > 0 ? [String(ballots)] : []), ...free];
    return held.length === 0 ? [] : [`${id} ${held.join(' and ')}`];
  });
  const order = now.players.map(({ id }) => id).join(', ');
  return sharedSection('contested', 'The contested states', [
    {
      kind: 'table',
      caption: 'The contested states',
      showCaption: false,
      columns: columnsOf('Code', 'State', 'Votes', 'Tokens of the contenders'),
      rows,
    },
    { kind: 'paragraph', text: `Absentee ballots: ${holders.join('; ')}. The order of play is ${order}.` },
  ]);
}

/** EB-9.12: the standings, who carries each state and how, the ballots, and every coin and die of the count. */
export function resultSection(context: ReportContext): ReportSection | null {
  const { now } = context;
  const result = outcome(now);
  if (result === null) return null;
  const rows = result.standings.map(({ id, place, votes, states }): Cell[] => [
    String(place),
    nameAndIdentifier(context, id),
    cardOf(now, id),
    String(votes),
    String(states),
    { text: id === result.winner ? 'President-Elect' : '', strong: true },
  ]);
  return sharedSection('result', 'The result', [
    {
      kind: 'table',
      caption: 'Final standings',
      showCaption: true,
      columns: columnsOf('Place', 'Candidate', 'Character', 'Votes', 'States', 'Title'),
      rows,
    },
    carriedTable(now),
    ...countBlocks(now),
  ]);
}

/** `The Nerd (yellow)`. */
function cardOf(now: State, seat: SeatIdentifier): string {
  const character = findPlayer(now, seat)?.character ?? null;
  return character === null ? '' : `${titleOf(character)} (${CHARACTERS[character].color})`;
}

function carriedTable(now: State): Block {
  const ballots = now.recount?.ballots ?? [];
  const rows = STATES_BY_VOTES.flatMap(({ code, name, votes }): Cell[][] => {
    const winner = now.leader[code];
    if (winner === null) return [];
    const held = withBallots(now.tokens, ballots, code);
    const tie = now.recount?.ties.some(({ state }) => state === code);
    const played = ballots.some(({ state }) => state === code);
    const how = tie ? 'coin' : played ? 'ballots' : 'tokens';
    const counts = now.players
      .filter(({ id }) => held.includes(id))
      .map(({ id }) => `${id} ${countOf(held, id)}`);
    return [[code, name, String(votes), { text: winner, strong: true }, how, counts.join(', ')]];
  });
  return {
    kind: 'table',
    caption: 'Who carries each state, and how',
    showCaption: true,
    columns: columnsOf('Code', 'State', 'Votes', 'Carried by', 'By', 'Tokens and ballots'),
    rows,
  };
}

function countBlocks({ recount }: State): Block[] {
  if (recount === null) return [];
  const ballots = recount.ballots.map(
    ({ player, state, free }) => `${player} in ${boardState(state).name}${free ? ' (free)' : ''}`,
  );
  const duels = [
    ...recount.ties.map(({ state, ...tie }) => duelRow(boardState(state).name, tie)),
    ...(recount.duel === null ? [] : [duelRow('The presidency', recount.duel)]),
  ];
  const text = `Absentee ballots in order: ${ballots.join(', ')}.`;
  return [
    ...(ballots.length === 0 ? [] : [{ kind: 'paragraph', text } as const]),
    ...(duels.length === 0 ? [] : [duelsTable(duels)]),
  ];
}

/** EB-6.18: every coin and die of the count. */
function duelsTable(rows: Cell[][]): Table {
  return {
    kind: 'table',
    caption: 'The duels of tied players',
    showCaption: true,
    columns: columnsOf('For', 'Tied', 'Rolls', 'Winner'),
    rows,
    note:
      'The last roll is the coin: 1 is the earlier of two players at the table, 2 the later. Of more than two players, dice ' +
      'first find two.',
  };
}

function duelRow(what: string, { players, dice, winner }: Duel): Cell[] {
  return [what, players.join(', '), dice.join(', '), { text: winner, strong: true }];
}
