import {
  type CapitalId,
  DAYS,
  FUNDRAISING_BONUS,
  INTERNET_FUNDS,
  MAX_CASH,
  MAX_ROWS,
  pricePerDay,
  WEEKS,
} from '../data.ts';
import type { Action, Orders } from '../orders.ts';
import type { Player, State } from '../state.ts';
import { type Division, endorse, openDraft, planDays } from './draft.ts';
import { planTokens } from './tokens.ts';

/** What a dollar that is left for later weeks is worth, in the units of MOE-13.1. */
const WORTH_OF_DOLLAR = 80;

/** The capital of each week, if it is still unused. Endorsements come last, when no one can answer them. */
const CAPITAL_OF_WEEK: Partial<Record<number, CapitalId>> = {
  1: 'internet-funds',
  3: 'media-blitz',
  5: 'fact-check',
  7: 'defining-speech',
  9: 'endorsements',
};

/** Every way to divide a week of seven days: up to three days of media, of fundraising, and of ads. Each ad needs a stop. */
const DIVISIONS: readonly Division[] = [0, 1, 2, 3].flatMap((media) =>
  [0, 2, 3].flatMap((fundraising) =>
    [0, 1, 2, 3].flatMap((ads) => {
      const stops = DAYS - media - fundraising - ads;
      const rows = stops + ads + (media > 0 ? 1 : 0) + (fundraising > 0 ? 1 : 0);
      return stops >= ads && rows < MAX_ROWS ? [{ media, fundraising, ads, stops }] : [];
    }),
  ),
);

/** Tries every division of the week and takes the one that is worth most by the odds of its dice. */
export function planHard(state: State, player: Player): Orders {
  if (state.phase === 'last-minute') return planTokens(state, player);
  const preferred = CAPITAL_OF_WEEK[state.week] ?? null;
  const capital = preferred !== null && player.unused.includes(preferred) ? preferred : null;
  const opened = openDraft(state, player, capital);
  const endorsed = capital === 'endorsements' ? endorse(opened) : [];
  let best: { worth: number; actions: Action[] } = { worth: -1, actions: [] };
  for (const division of DIVISIONS) {
    const left = moneyLeft(player, division, capital);
    if (left < 0) continue;
    const { gain, actions } = planDays(opened, division);
    const worth = gain + (state.week < WEEKS ? WORTH_OF_DOLLAR * left : 0);
    if (worth > best.worth) best = { worth, actions };
  }
  return { actions: best.actions, capital, endorse: endorsed, coverWith: [] };
}

/** The dollars that probably remain after a week; negative if it cannot be paid even with a poor fundraising die. */
function moneyLeft({ cash }: Player, division: Division, capital: CapitalId | null): number {
  const { fundraising, ads, stops } = division;
  const bonus = FUNDRAISING_BONUS[fundraising] as number;
  const internet = capital === 'internet-funds' ? INTERNET_FUNDS : 0;
  const raised = (die: number) => Math.min(MAX_CASH, cash + internet + (fundraising > 0 ? die + bonus : 0));
  const price = ads * pricePerDay('advertise', capital) + stops * pricePerDay('campaign', capital);
  return raised(2) < price ? -1 : raised(3) - price;
}
