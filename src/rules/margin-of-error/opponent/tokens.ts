import { type Battleground, BOARD, MAX_PER_ROW } from '../data.ts';
import type { LastMinuteOrders } from '../orders.ts';
import { ownValue } from '../polls.ts';
import type { Player, State } from '../state.ts';
import { certain, dice, inHome, pushed, worthOf } from './odds.ts';

/** The tokens in each state, and what they are expected to gain. */
interface Spread {
  gain: number;
  stops: LastMinuteOrders['stops'];
}

/** The last-minute stops that are expected to gain most, of all ways to spread the tokens. */
export function planTokens(state: State, player: Player): LastMinuteOrders {
  const count = player.tokens.length;
  // The best spread of 0, 1, 2, … tokens over the states so far.
  let best: Spread[] = [{ gain: 0, stops: [] }];
  for (const { code, votes } of BOARD) {
    const gains = gainsIn(state, player, code).map((gain) => gain * votes);
    const next: Spread[] = [];
    for (let used = 0; used <= count; used += 1) {
      for (let here = 0; here <= Math.min(MAX_PER_ROW, used); here += 1) {
        const before = best[used - here];
        if (before === undefined) continue;
        const gain = before.gain + (gains[here] as number);
        const stops = here === 0 ? before.stops : [...before.stops, { state: code, tokens: here }];
        const known = next[used];
        if (known === undefined || gain > known.gain) next[used] = { gain, stops };
      }
    }
    best = next;
  }
  return { stops: best[count]?.stops ?? [] };
}

/** What 0, 1, 2 and 3 tokens are expected to gain in a state, for each of its votes. */
function gainsIn(state: State, player: Player, code: Battleground): number[] {
  const now = certain(ownValue(state.polls[code], player.party));
  const before = worthOf(state, player, code, now);
  return Array.from({ length: MAX_PER_ROW + 1 }, (_, tokens) => {
    if (tokens === 0) return 0;
    const squares = inHome(state, player, code, dice(tokens));
    return worthOf(state, player, code, pushed(now, squares, true)) - before;
  });
}
