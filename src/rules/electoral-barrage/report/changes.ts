import { counted, listInWords } from '../../numbers.ts';
import type { Block, Cell, ReportSection, Table } from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { type BoardState, STATES_BY_VOTES } from '../data.ts';
import { findPlayer, type Resolution, type State } from '../state.ts';
import { type ReportContext, starsInWords, tiedIn } from './context.ts';
import { comparedMaps } from './map.ts';

/** A state that has another leader than a round ago; null for no one. */
export interface LeadChange extends BoardState {
  from: SeatIdentifier | null;
  to: SeatIdentifier | null;
}

/** The states whose leader changed, those with the most votes first. */
export function leadChanges(before: State, now: State): LeadChange[] {
  return STATES_BY_VOTES.flatMap((one): LeadChange[] => {
    const [from, to] = [before.leader[one.code], now.leader[one.code]];
    return from === to ? [] : [{ ...one, from, to }];
  });
}

/** What the last round changed: votes, leads, every state in which a token changed, and the map before and after. */
export function changesSection({ now, before, name }: ReportContext): ReportSection | null {
  if (before === null || now.last === null || now.last.resolutions.length === 0) return null;
  const table = changesTable(before, now);
  const blocks: Block[] = [
    { kind: 'paragraph', text: `${votesSentence(before, now)} ${leadsSentence(before, now)}` },
    ...(table === null ? [] : [table]),
    comparedMaps(
      'Who led each state before the round, and who leads it now',
      [
        { heading: before.round === 0 ? 'At the start' : `After round ${before.round}`, state: before },
        { heading: now.phase === 'over' ? 'After the count' : `After round ${now.round}`, state: now },
      ],
      name,
    ),
  ];
  return sharedSection('changes', `What changed in round ${now.round}`, blocks);
}

/** `CD gained 13 electoral votes, MN 11; IJ lost 10.` */
function votesSentence(before: State, now: State): string {
  const gains = now.players.map(({ id, votes }) => ({
    id,
    gain: votes - (findPlayer(before, id)?.votes ?? 0),
  }));
  const inWords = (verb: string, list: { id: string; gain: number }[]) =>
    list
      .toSorted((a, b) => Math.abs(b.gain) - Math.abs(a.gain))
      .map(({ id, gain }, i) => {
        const count = Math.abs(gain);
        return i === 0 ? `${id} ${verb} ${counted(count, 'electoral vote')}` : `${id} ${count}`;
      })
      .join(', ');
  const parts = [
    inWords(
      'gained',
      gains.filter(({ gain }) => gain > 0),
    ),
    inWords(
      'lost',
      gains.filter(({ gain }) => gain < 0),
    ),
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'No one gained or lost electoral votes.' : `${parts.join('; ')}.`;
}

function leadsSentence(before: State, now: State): string {
  const changes = leadChanges(before, now);
  const taken = changes.filter(({ from, to }) => from !== null && to !== null);
  const open = changes.filter(({ to }) => to === null);
  const words = [
    changes.length === 0
      ? 'Every state has the same leader as before.'
      : `${counted(changes.length, 'state')} ${changes.length === 1 ? 'has' : 'have'} another leader than before.`,
    ...(taken.length === 0
      ? []
      : [
          `Changed hands: ${listInWords(taken.map(({ name, votes, from, to }) => `${name} (${votes}) from ${from} to ${to}`))}.`,
        ]),
    ...(open.length === 0
      ? []
      : [`Tied now: ${listInWords(open.map(({ name, votes }) => `${name} (${votes})`))}.`]),
  ];
  return words.join(' ');
}

/** Every state in which a token changed, by votes; null if there is none. */
function changesTable(before: State, now: State): Table | null {
  const changed = STATES_BY_VOTES.filter(
    ({ code }) => before.tokens[code].join() !== now.tokens[code].join(),
  );
  if (changed.length === 0) return null;
  return {
    kind: 'table',
    caption: 'Every state in which a token changed',
    showCaption: true,
    columns: [
      { label: 'State', align: 'left' },
      { label: 'Votes', align: 'right' },
      { label: 'Before', align: 'left' },
      { label: 'Now', align: 'left' },
      { label: 'Leader', align: 'left' },
      { label: 'Stars taken by', align: 'left' },
    ],
    rows: changed.map((state) => changeRow(before, now, state)),
    note: 'Bold: another leader than before. – is a free star.',
  };
}

function changeRow(before: State, now: State, { code, name, votes }: BoardState): Cell[] {
  const strong = before.leader[code] !== now.leader[code];
  const doing = (now.last?.resolutions ?? []).filter((one) => one.area === code && one.won).map(doingInWords);
  return [
    { text: name, strong },
    String(votes),
    starsInWords(before, code),
    starsInWords(now, code),
    { text: leaderInWords(now, code), strong },
    doing.filter((words) => words !== '').join(', '),
  ];
}

function doingInWords({ player, replaced, defence }: Resolution): string {
  if (defence) return '';
  return replaced === null ? player : `${player} from ${replaced}`;
}

/** `AB`, `tie of AB and CD`. */
export function leaderInWords(state: State, code: BoardState['code']): string {
  const leader = state.leader[code];
  if (leader !== null) return leader;
  const tied = tiedIn(state, code);
  return tied.length === 0 ? '' : `tie: ${tied.join(' ')}`;
}
