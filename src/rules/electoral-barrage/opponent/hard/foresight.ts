import type { StateCode } from '../../../country.ts';
import type { SeatIdentifier } from '../../../ruleset.ts';
import type { Orders } from '../../orders.ts';
import { playAttackAds } from '../../play/attack-ads.ts';
import { placeStaffers } from '../../play/placement.ts';
import { beginRound, type Campaign, type RoundPlay, type Staffer } from '../../play/round-play.ts';
import type { State } from '../../state.ts';

/** What a hard candidate supposes of the open round. */
export interface Foresight {
  /** What its seat may see, with a character for everyone. */
  state: State;
  seat: SeatIdentifier;
  /** Rounds left after the open one. */
  left: number;
  /** The sheets that it supposes the others to send. */
  others: ReadonlyMap<SeatIdentifier, Orders>;
  /** What a vote of each player is worth to it, in percent: 100 for its own, negative for those of rivals. */
  stakes: ReadonlyMap<SeatIdentifier, number>;
  /** By how many percent it likes a state more than its votes would say. */
  tastes: Readonly<Record<StateCode, number>>;
}

/** A staffer on the board whose turn to be resolved will come. */
export interface Mission {
  campaign: Campaign;
  staffer: Staffer;
}

/** All staffers as they would stand when resolving begins, with these orders of its own. No dice decide that. */
export function boardWith({ state, seat, others }: Foresight, own: Orders): RoundPlay {
  const copy: State = { ...state, players: state.players.map((player) => ({ ...player })) };
  const ordersOf = (id: SeatIdentifier) => (id === seat ? own : (others.get(id) as Orders));
  const round = beginRound(state, copy, ordersOf);
  placeStaffers(round);
  playAttackAds(round);
  return round;
}

/** EB-6.9: the staffers in the order in which they are resolved, if no defense removes any. */
export function missionsOf({ campaigns }: RoundPlay): Mission[] {
  const missions: Mission[] = [];
  const longest = Math.max(...campaigns.map(({ queue }) => queue.length));
  for (let i = 0; i < longest; i += 1) {
    for (const campaign of campaigns) {
      const staffer = campaign.queue[i];
      if (staffer !== undefined) missions.push({ campaign, staffer });
    }
  }
  return missions;
}
