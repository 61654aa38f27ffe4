import { type StateCode, stateOf } from '../../country.ts';
import { CAPITAL, FEE, MOST_RESTS, REST } from '../data/amounts.ts';
import { reach } from '../data/map.ts';
import type { StopRow } from '../orders.ts';
import type { Player, State, StopRoll } from '../state.ts';
import { wantedChips } from './cards.ts';
import type { Character } from './character.ts';

/** PTG-13.7: in $ millions. */
const POOR = 6;
const COMFORTABLE = 20;
const USUAL_RESTS = 2;
/** PTG-13.7: how many votes more a chip counts that a card in the hand needs. */
const FOR_A_CARD = 6;
const LARGE_CHIP = 28;

/** What the plan leads to so far. */
interface Plan {
  at: StateCode;
  cash: number;
  popular: number;
  rests: number;
}

/** What a choice of stop looks at. */
interface Outlook {
  state: State;
  player: Player;
  plan: Plan;
  points: number;
  taken: ReadonlySet<StateCode>;
  liking: Character['liking'];
}

/** What is planned for the candidate itself, before a roll; `taken` grows with each target. */
type Own = Omit<Outlook, 'points' | 'taken'> & { taken: Set<StateCode> };

/** PTG-13.7: the stops of a computer candidate, which foresees where the others go. */
export function planStops(state: State, seat: string, { liking }: Character): (StopRow | null)[] {
  const pending = state.players.flatMap((player) => player.pending);
  const asked = pending.filter((one) => one.asked[0]?.kind === 'government').map((one) => one.state);
  const taken = new Set<StateCode>(asked);
  const plans = new Map(state.players.map((player) => [player.id, startOf(player)]));
  const rows: (StopRow | null)[] = [];
  for (let stop = 0; stop < state.settings.stops; stop += 1) {
    for (const id of state.order) {
      const player = state.players.find((one) => one.id === id) as Player;
      const plan = plans.get(id) as Plan;
      const roll = player.rolls[stop] ?? null;
      if (id === seat) rows.push(planOwn({ state, player, plan, taken, liking }, roll));
      else planOther(state, plan, roll, taken);
    }
  }
  return rows;
}

function startOf({ at, cash, popular, rests }: Player): Plan {
  return { at: at as StateCode, cash, popular, rests };
}

/** Others are supposed to walk to the largest unclaimed state in reach that is not taken. */
function planOther(state: State, plan: Plan, roll: StopRoll, taken: Set<StateCode>): void {
  if (roll === null) return;
  const free = reach(plan.at, roll[0] + roll[1]).filter((code) => isFree(state, code, taken));
  const target = best(free, () => 0);
  if (target === null) return;
  plan.at = target;
  taken.add(target);
}

function isFree({ chips }: State, code: StateCode, taken: ReadonlySet<StateCode>): boolean {
  return code !== CAPITAL && chips[code] === null && !taken.has(code);
}

/** The state with the most votes and extras; the first in the alphabet of those that are equal. */
function best(codes: readonly StateCode[], extra: (code: StateCode) => number): StateCode | null {
  const value = (code: StateCode) => stateOf(code).electoralVotes + extra(code);
  return codes.toSorted((a, b) => value(b) - value(a))[0] ?? null;
}

/** PTG-13.7, steps 1 to 6: chooses a stop, and carries the plan on. */
function planOwn(own: Own, roll: StopRoll): StopRow | null {
  const { plan, taken } = own;
  if (roll === null) {
    rest(plan);
    return null;
  }
  const outlook: Outlook = { ...own, points: roll[0] + roll[1] };
  const row = chooseRest(outlook) ?? chooseChip(outlook) ?? chooseBid(outlook) ?? chooseQuestion(outlook);
  if (row === null || row.move === 'stay' || row.to === null) {
    rest(plan);
    return row;
  }
  const isPaid = row.question === 'government';
  plan.cash -= isPaid ? FEE + row.offerCash : 0;
  plan.popular -= isPaid ? row.offerVotes : 0;
  plan.at = row.to;
  plan.rests = 0;
  taken.add(row.to);
  rest(plan);
  return row;
}

function rest(plan: Plan): void {
  if (plan.at !== CAPITAL || plan.rests >= MOST_RESTS) return;
  plan.rests += 1;
  plan.cash += REST;
}

/** Steps 2 and 3: rests in DC, or goes there for money. */
function chooseRest({ state, player, plan, points }: Outlook): StopRow | null {
  if (plan.at === CAPITAL && plan.rests < USUAL_RESTS && plan.cash < COMFORTABLE) {
    return { ...rowTo(state, player, null), move: 'stay' };
  }
  const isPoor = plan.cash < POOR && reach(plan.at, points).includes(CAPITAL);
  return isPoor ? rowTo(state, player, CAPITAL) : null;
}

/** Step 4: an unclaimed chip. */
function chooseChip(outlook: Outlook): StopRow | null {
  const { state, player, plan, points, taken } = outlook;
  if (plan.cash < FEE) return null;
  const free = reach(plan.at, points).filter((code) => isFree(state, code, taken));
  const target = best(free, extrasOf(outlook));
  return target === null ? null : { ...rowTo(state, player, target), question: 'government' };
}

/** Step 5: an offer for a chip that another candidate holds. */
function chooseBid(outlook: Outlook): StopRow | null {
  const { state, player, plan, points, taken } = outlook;
  if (plan.cash < FEE) return null;
  const spare = plan.cash - FEE;
  const open = reach(plan.at, points).filter((code) => {
    const holder = state.chips[code];
    const votes = stateOf(code).electoralVotes;
    const isOthers = holder !== null && holder !== player.id && !taken.has(code) && code !== CAPITAL;
    return isOthers && votes < LARGE_CHIP && spare + plan.popular >= 2 * votes;
  });
  const target = best(open, extrasOf(outlook));
  if (target === null) return null;
  const votes = stateOf(target).electoralVotes;
  const amount = Math.min(3 * votes, Math.max(2 * votes, Math.floor(spare / 2)));
  const offerCash = Math.min(amount, spare);
  const offer = { offerCash, offerVotes: amount - offerCash };
  return { ...rowTo(state, player, target), question: 'government', ...offer };
}

/** Step 6: the best state in reach, for money or votes. */
function chooseQuestion(outlook: Outlook): StopRow | null {
  const { state, player, plan, points } = outlook;
  const codes = reach(plan.at, points).filter((code) => code !== CAPITAL);
  const target = best(codes, extrasOf(outlook));
  if (target === null) return null;
  const row = rowTo(state, player, target);
  return { ...row, question: plan.cash < POOR ? 'general' : row.otherwise };
}

/** What a state counts more for the cards in the hand, and because the candidate likes it. */
function extrasOf({ state, player, liking }: Outlook): (code: StateCode) => number {
  const wanted = wantedChips(state, player);
  return (code) => (wanted.includes(code) ? FOR_A_CARD : 0) + liking(code);
}

/** A walk without an offer; `otherwise` is for votes unless the candidate leads in them. */
function rowTo(state: State, player: Player, to: StateCode | null): StopRow {
  const most = Math.max(...state.players.filter(({ id }) => id !== player.id).map(({ popular }) => popular));
  const otherwise = player.popular <= most ? 'state' : 'general';
  const offer = { offerCash: 0, offerVotes: 0, offerChips: [] };
  return { move: 'roll', to, question: 'general', otherwise, ...offer };
}
