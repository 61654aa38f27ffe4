import type { Party } from '../../parties.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { INTERNET_FUNDS, REGION_NAMES, type RegionId } from '../data.ts';
import { ownValue } from '../polls.ts';
import { findPlayer, type LogEvent, type Move, type State } from '../state.ts';
import { automaticParty } from './context.ts';

// What moved the polls in a turn, and what became of the money, as the log of the turn tells it.

/** The ways in which a poll moves. A gaffe is one whether it happened at a stop or in an ad. */
export type PushKind = 'stop' | 'mate' | 'ad' | 'endorsement' | 'last-minute' | 'gaffe' | 'final';

/** One movement of one poll. */
export interface PollPush extends Move {
  kind: PushKind;
  /** Null for the automatic opponent and for the final vote. */
  seat: SeatIdentifier | null;
  /** The party of the campaign that acted; null for the final vote. */
  party: Party | null;
}

/** Every movement of the last turn of a state, in the order of its log. Polls that stayed where they were are left out. */
export function pushesOf(state: State): PollPush[] {
  return state.log.flatMap((event) => pushesOfEvent(state, event)).filter(({ from, to }) => from !== to);
}

/** The movements of one event, also those by no square. */
export function pushesOfEvent(state: State, event: LogEvent): PollPush[] {
  const party = partyOf(state, event);
  const by = (kind: PushKind, moves: readonly Move[]) =>
    moves.map(
      (move): PollPush => ({
        state: move.state,
        from: move.from,
        to: move.to,
        kind,
        seat: seatOf(event),
        party,
      }),
    );
  switch (event.kind) {
    case 'campaign':
      return by(event.squares < 0 ? 'gaffe' : 'stop', [event]);
    case 'advertise':
      return by(event.squares < 0 ? 'gaffe' : 'ad', event.moves);
    case 'vp':
      return by('mate', [event]);
    case 'capital':
      return by('endorsement', event.moves);
    case 'last-minute':
      return by('last-minute', [event]);
    case 'final':
      return by('final', [event]);
    case 'opponent-ad':
      return by('ad', event.moves);
    case 'opponent-stop': {
      const { state: code, from, to } = event;
      return code === null || from === null || to === null ? [] : by('stop', [{ state: code, from, to }]);
    }
    default:
      return [];
  }
}

function seatOf(event: LogEvent): SeatIdentifier | null {
  return 'seat' in event ? event.seat : null;
}

function partyOf(state: State, event: LogEvent): Party | null {
  if ('party' in event) return event.party;
  return 'seat' in event ? (findPlayer(state, event.seat)?.party ?? null) : null;
}

const KIND_WORDS: Record<PushKind, [one: string, many: string]> = {
  stop: ['stop', 'stops'],
  mate: ['running mate', 'running mate'],
  ad: ['ad', 'ads'],
  endorsement: ['endorsement', 'endorsements'],
  'last-minute': ['last-minute stop', 'last-minute stops'],
  gaffe: ['gaffe', 'gaffes'],
  final: ['final roll', 'final rolls'],
};

/** Whose doing a push was: `JN’s ad`, `the automatic opponent’s stop`, `the final roll`. */
export function actionInWords(push: Pick<PollPush, 'kind' | 'seat'>, count = 1): string {
  const noun = KIND_WORDS[push.kind][count === 1 ? 0 : 1];
  const number = count === 1 ? '' : `${count} `;
  if (push.kind === 'final') return `the ${noun}`;
  return `${push.seat ?? 'the automatic opponent'}’s ${number}${noun}`;
}

/** The pushes of one state, added up by who caused them: `2 to D by JN’s ad, 4 to R by the automatic opponent’s 2 stops`. */
export function pushesInWords(pushes: readonly PollPush[]): string {
  const sums = new Map<string, { push: PollPush; squares: number; count: number }>();
  for (const push of pushes) {
    const key = `${push.kind} ${push.seat} ${push.to > push.from}`;
    const sum = sums.get(key) ?? { push, squares: 0, count: 0 };
    sums.set(key, { push, squares: sum.squares + Math.abs(push.to - push.from), count: sum.count + 1 });
  }
  return [...sums.values()]
    .map(({ push, squares, count }) => {
      return `${squares} to ${push.to < push.from ? 'D' : 'R'} by ${actionInWords(push, count)}`;
    })
    .join(', ');
}

/** The squares that a push moved, good for `party` if positive. */
export function squaresToward({ from, to }: Move, party: Party): number {
  return ownValue(to - from, party);
}

/** A region in running text: `the Rust Belt`, `the Atlantic states`. */
export function regionInText(region: RegionId): string {
  const isStates = region === 'atlantic' || region === 'pacific';
  return `the ${REGION_NAMES[region]}${isStates ? ' states' : ''}`;
}

/** Money that a campaign could not keep, because its cash is limited (MOE-2.12). */
export interface Overflow {
  event: LogEvent;
  seat: SeatIdentifier;
  /** Dollars, at least 1. */
  lost: number;
}

/** MOE-2.12: the dollars that were lost above the limit in the turn between two states, event by event. */
export function moneyLost(before: State, after: State): Overflow[] {
  const cash = new Map(before.players.map((player) => [player.id, player.cash]));
  const lost: Overflow[] = [];
  for (const event of after.log) {
    if (!('seat' in event) || !('cash' in event)) continue;
    const excess = (cash.get(event.seat) ?? 0) + gainOf(event) - event.cash;
    if (gainOf(event) > 0 && excess > 0) lost.push({ event, seat: event.seat, lost: excess });
    cash.set(event.seat, event.cash);
  }
  return lost;
}

function gainOf(event: LogEvent): number {
  if (event.kind === 'fundraise') return event.raised;
  return event.kind === 'capital' && event.capital === 'internet-funds' ? INTERNET_FUNDS : 0;
}

/** The campaigns of a game: the players, and the automatic opponent of a one-player game. */
export interface CampaignSide {
  /** Null for the automatic opponent. */
  seat: SeatIdentifier | null;
  party: Party;
}

/** The campaigns of a game in the order of the players. */
export function campaignSides(state: State): CampaignSide[] {
  const players = state.players.map(({ id, party }): CampaignSide => ({ seat: id, party }));
  return players.length > 1 ? players : [...players, { seat: null, party: automaticParty(state) }];
}

/** Whether two parties both moved a poll of the state in the turn. */
export function isContested(pushes: readonly PollPush[]): boolean {
  const parties = new Set(pushes.map(({ party }) => party).filter((party) => party !== null));
  return parties.has('D') && parties.has('R');
}
