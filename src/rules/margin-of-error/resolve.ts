import type { Dice } from '../dice.ts';
import type { SeatIdentifier } from '../ruleset.ts';
import { alternate } from './alternate.ts';
import { playAutomatic } from './automatic.ts';
import { type Campaign, campaignOf, gain, perform, skip, spend } from './campaign.ts';
import { judgeLastMinute, judgeWeek } from './check.ts';
import { DAYS, INTERNET_FUNDS, WEEKS } from './data.ts';
import { playFinalVote, playLastMinute } from './last.ts';
import { type Action, type LastMinuteOrders, missingWeek } from './orders.ts';
import { push } from './polls.ts';
import { owingPlayers, type Player, type State } from './state.ts';

/** What players sent, by seat: raw, or null or nothing where no sheet came. */
export type RawSheets = Readonly<Record<SeatIdentifier, unknown>>;

/** MOE-4.1: plays one turn. A game that is over stays as it is. */
export function resolve(before: State, sheets: RawSheets, dice: Dice): State {
  if (before.phase === 'over') return before;
  const state = structuredClone(before);
  state.log = [];
  state.turn += 1;
  if (state.phase === 'last-minute') resolveLastMinute(state, sheets, dice);
  else resolveWeek(state, sheets, dice);
  return state;
}

/** MOE-6.6, 6.8: a week; after week 9 the final vote follows at once unless somebody holds a token. */
function resolveWeek(state: State, sheets: RawSheets, dice: Dice): void {
  if (state.players.length === 1) playAlone(state, sheets, dice);
  else playTogether(state, sheets, dice);
  state.week += 1;
  if (state.week <= WEEKS) return;
  state.phase = 'last-minute';
  if (owingPlayers(state).length === 0) finish(state, dice);
}

/** MOE-6.9, 6.10. */
function resolveLastMinute(state: State, sheets: RawSheets, dice: Dice): void {
  const lists = owingPlayers(state).map((player) => ({
    player,
    orders: lastMinuteOrders(state, player, sheets),
  }));
  playLastMinute(state, lists, dice);
  finish(state, dice);
}

function finish(state: State, dice: Dice): void {
  playFinalVote(state, dice);
  state.phase = 'over';
}

/** MOE-6.6. */
function playAlone(state: State, sheets: RawSheets, dice: Dice): void {
  const player = state.players[0] as Player;
  const campaign = takeSheet(state, player, sheets);
  useCapital(state, campaign);
  for (const action of turnOrder(campaign.orders.actions)) perform(state, campaign, action, dice);
  playAutomatic(state, player, campaign.orders.capital === 'fact-check', dice);
}

/** MOE-4.4: one player's rows in the order in which they are performed. */
function turnOrder(actions: readonly Action[]): Action[] {
  const rank = { media: 0, fundraise: 1, campaign: 2, vp: 2, advertise: 3 } as const;
  return actions.toSorted((a, b) => rank[a.do] - rank[b.do]);
}

/** MOE-6.8. */
function playTogether(state: State, sheets: RawSheets, dice: Dice): void {
  const first = firstPlayer(state);
  const second = state.players.find((player) => player !== first) as Player;
  state.log.push({ kind: 'order', first: first.id });
  state.edge = second.id;
  const campaigns = [takeSheet(state, first, sheets), takeSheet(state, second, sheets)] as const;
  for (const campaign of campaigns) useCapital(state, campaign);
  const lists = campaigns.map((campaign, i) => {
    const { actions } = campaign.orders;
    const other = campaigns[1 - i] as Campaign;
    const marked = other.orders.capital === 'fact-check' ? markedRow(actions) : undefined;
    return { left: DAYS, rows: actions.map((action) => ({ campaign, action, marked: action === marked })) };
  });
  alternate(lists, 0, ({ campaign, action, marked }) => {
    if (marked) skip(state, campaign, action, 'fact-check');
    else perform(state, campaign, action, dice);
    return action.do === 'vp' ? 0 : action.days;
  });
}

/** MOE-6.8.1: more cash goes first; equal cash: the holder of the edge. */
export function firstPlayer(state: State): Player {
  const [a, b] = state.players as [Player, Player];
  const aFirst = a.cash === b.cash ? state.edge === a.id : a.cash > b.cash;
  return aFirst ? a : b;
}

/** MOE-6.8.3: the row that Fact Check marks: the last stop, else the running mate's. */
function markedRow(actions: readonly Action[]): Action | undefined {
  return (
    actions.findLast((action) => action.do === 'campaign') ?? actions.find((action) => action.do === 'vp')
  );
}

/** MOE-6.6.1: a player's list for the week; three days of fundraising where no good sheet came. */
function takeSheet(state: State, player: Player, sheets: RawSheets): Campaign {
  const raw = sheets[player.id] ?? null;
  if (raw !== null) {
    const judged = judgeWeek(player, raw);
    if (judged.ok) return campaignOf(player, judged.orders);
  }
  state.log.push({ kind: 'missing', seat: player.id, refused: raw !== null });
  return campaignOf(player, missingWeek());
}

/** MOE-6.6.2: the week's political capital; what is not an immediate gain takes effect as rows are played. */
function useCapital(state: State, { player, orders }: Campaign): void {
  const { capital } = orders;
  if (capital === null) return;
  spend(player, capital);
  if (capital === 'internet-funds') gain(player, INTERNET_FUNDS);
  const moves = orders.endorse.map((code) => push(state.polls, code, player.party, 1, true));
  state.log.push({ kind: 'capital', seat: player.id, capital, moves, cash: player.cash });
}

/** MOE-6.9: a player's last-minute list; nothing where no good sheet came. */
function lastMinuteOrders(state: State, player: Player, sheets: RawSheets): LastMinuteOrders {
  const raw = sheets[player.id] ?? null;
  if (raw !== null) {
    const judged = judgeLastMinute(player, raw);
    if (judged.ok) return judged.orders;
  }
  state.log.push({ kind: 'missing', seat: player.id, refused: raw !== null });
  return { stops: [] };
}
