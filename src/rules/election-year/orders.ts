import type { StateCode } from '../country.ts';
import type { SeatIdentifier } from '../ruleset.ts';
import { membersOf, type Player, type State } from './state.ts';

/** Money spent campaigning in a state: whole dollars, 1 or more. */
export interface CampaignRow {
  state: StateCode;
  spend: number;
}

/** A checked sheet (EY-4.2); it is a legal raw sheet too. */
export interface Orders {
  runningMate: SeatIdentifier | null;
  fundraising: StateCode[];
  campaign: CampaignRow[];
  press: string | null;
}

/** What is played if no sheet came, or a refused one (section 6). */
export const NO_ORDERS: Orders = { runningMate: null, fundraising: [], campaign: [], press: null };

/** The players who can be named as running mate: the other members of the party (EY-4.2). */
export function runningMates(state: State, player: Player): Player[] {
  return membersOf(state.players, player.party).filter(({ id }) => id !== player.id);
}
