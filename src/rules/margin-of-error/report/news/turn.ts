import { nameInHeadline } from '../../../news.ts';
import { otherParty, PARTY_ADJECTIVE, PARTY_NAMES, type Party } from '../../../parties.ts';
import type { SeatIdentifier } from '../../../ruleset.ts';
import { findPlayer, type State } from '../../state.ts';
import { automaticParty, theParty } from '../context.ts';
import { type PollPush, pushesOf } from '../pushes.ts';

/** A turn that was played, as the news stories need it. */
export interface PlayedTurn {
  before: State;
  after: State;
  pushes: readonly PollPush[];
  /** The name of a player as it fits into a headline. */
  who(seat: SeatIdentifier): string;
}

/** The turn between two states. */
export function playedTurn(before: State, after: State, name: (seat: SeatIdentifier) => string): PlayedTurn {
  return { before, after, pushes: pushesOf(after), who: (seat) => nameInHeadline(name(seat), seat) };
}

/** The words for a party that most stories use. */
export function partyWords(party: Party) {
  return {
    Party: PARTY_NAMES[party],
    Other: PARTY_NAMES[otherParty(party)],
    Adjective: PARTY_ADJECTIVE[party],
    color: party === 'D' ? 'blue' : 'red',
  };
}

/** The party of a player. */
export function partyOfSeat({ after }: PlayedTurn, seat: SeatIdentifier): Party {
  return findPlayer(after, seat)?.party ?? 'D';
}

/** Who acted, in running text: a player by name, the automatic opponent by its party. */
export function actor({ after, who }: PlayedTurn, seat: SeatIdentifier | null): string {
  return seat === null ? theParty(automaticParty(after)) : who(seat);
}

const CAUSES: Record<PollPush['kind'], string> = {
  stop: 'a stop by',
  mate: 'a visit by the running mate of',
  ad: 'an ad by',
  endorsement: 'endorsements for',
  'last-minute': 'a last-minute stop by',
  gaffe: 'a gaffe by',
  final: 'the final roll',
};

/** `an ad by Dora Marsh`: what pushed a poll, in running text. */
export function causeInText(turn: PlayedTurn, { kind, seat }: PollPush): string {
  return kind === 'final' ? CAUSES.final : `${CAUSES[kind]} ${actor(turn, seat)}`;
}
