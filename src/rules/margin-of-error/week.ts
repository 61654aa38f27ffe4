import type { Dice } from '../dice.ts';
import { addCash, type Campaign, newCampaign, perform, skip, spendCapital } from './actions.ts';
import { playAlternately } from './alternation.ts';
import { playAutomaticOpponent } from './automatic-opponent.ts';
import { checkWeek } from './check.ts';
import { DAYS, INTERNET_FUNDS } from './data.ts';
import { type Action, daysOf, missingWeek } from './orders.ts';
import { push } from './polls.ts';
import type { Player, RawSheets, State } from './state.ts';

/** MOE-6.6: a week of one player against the automatic opponent. Changes `state`. */
export function playWeekAlone(state: State, sheets: RawSheets, dice: Dice): void {
  const player = state.players[0] as Player;
  const campaign = readSheet(state, player, sheets);
  useCapital(state, campaign);
  for (const action of playOrder(campaign.orders.actions)) perform(state, campaign, action, dice);
  playAutomaticOpponent(state, player, campaign.orders.capital === 'fact-check', dice);
}

/** MOE-4.4: one player's rows in the order in which they are performed. */
function playOrder(actions: readonly Action[]): Action[] {
  const rank = { media: 0, fundraise: 1, campaign: 2, vp: 2, advertise: 3 } as const;
  return actions.toSorted((a, b) => rank[a.do] - rank[b.do]);
}

/** MOE-6.8: a week of two players against each other. Changes `state`. */
export function playWeekTogether(state: State, sheets: RawSheets, dice: Dice): void {
  const first = firstPlayer(state);
  const second = state.players.find((player) => player !== first) as Player;
  state.log.push({ kind: 'order', first: first.id });
  state.edge = second.id;
  const campaigns = [readSheet(state, first, sheets), readSheet(state, second, sheets)] as const;
  for (const campaign of campaigns) useCapital(state, campaign);
  const lists = campaigns.map((campaign, i) => {
    const { actions } = campaign.orders;
    const other = campaigns[1 - i] as Campaign;
    const checked = other.orders.capital === 'fact-check' ? factCheckedRow(actions) : undefined;
    const rows = actions.map((action) => ({ campaign, action, isFactChecked: action === checked }));
    return { left: DAYS, rows };
  });
  playAlternately(lists, 0, ({ campaign, action, isFactChecked }) => {
    if (isFactChecked) skip(state, campaign, action, 'fact-check');
    else perform(state, campaign, action, dice);
    return daysOf(action);
  });
}

/** MOE-6.8.1: the player with more cash goes first; equal cash: the holder of the edge. */
export function firstPlayer(state: State): Player {
  const [a, b] = state.players as [Player, Player];
  const isFirst = a.cash === b.cash ? state.edge === a.id : a.cash > b.cash;
  return isFirst ? a : b;
}

/** MOE-6.8.3: the row that Fact Check removes: the last campaign stop, or else the running mate's. */
function factCheckedRow(actions: readonly Action[]): Action | undefined {
  return (
    actions.findLast((action) => action.do === 'campaign') ?? actions.find((action) => action.do === 'vp')
  );
}

/** MOE-6.6.1: a player's campaign for the week: three days of fundraising if no sheet came, or a refused one. */
function readSheet(state: State, player: Player, sheets: RawSheets): Campaign {
  const raw = sheets[player.id] ?? null;
  if (raw !== null) {
    const checked = checkWeek(player, raw);
    if (checked.ok) return newCampaign(player, checked.value);
  }
  state.log.push({ kind: 'missing', seat: player.id, refused: raw !== null });
  return newCampaign(player, missingWeek());
}

/** MOE-6.6.2: uses the week's political capital. All but money and endorsements take effect as rows are performed. */
function useCapital(state: State, { player, orders }: Campaign): void {
  const { capital } = orders;
  if (capital === null) return;
  spendCapital(player, capital);
  if (capital === 'internet-funds') addCash(player, INTERNET_FUNDS);
  const { party } = player;
  const moves = orders.endorse.map((code) =>
    push(state.polls, { state: code, party, squares: 1, guard: true }),
  );
  state.log.push({ kind: 'capital', seat: player.id, capital, moves, cash: player.cash });
}
