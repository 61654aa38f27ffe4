import {
  ITEMS,
  type ItemId,
  PRIMARY_CODES,
  type PrimaryCode,
  primary,
} from '../../../src/rules/primary-season/data.ts';
import { openParts } from '../../../src/rules/primary-season/orders.ts';
import {
  availableTo,
  findPlayer,
  leftIn,
  type Player,
  type State,
} from '../../../src/rules/primary-season/state.ts';
import type { Contestant } from '../contest.ts';

/** Simple strategies for Primary Season: each re-rolls single low dice, and has one idea about votes and money. */

interface Idea {
  /** Where votes go, best first. */
  votes(state: State, player: Player): readonly ('STAFF' | PrimaryCode)[];
  /** What is bought, in order. */
  items: readonly ItemId[];
}

/** Re-rolls whatever is no vote. */
function rerolls({ dice }: Player): number[] {
  return dice.flatMap((face, i) => (face < 5 ? [i + 1] : []));
}

function sheetBy({ votes, items }: Idea, state: State, seat: string): unknown {
  const player = findPlayer(state, seat);
  if (player === undefined) return null;
  const parts = openParts(state);
  const wanted = items.filter((id) => !player.items.includes(id)).slice(0, 8);
  return {
    ...(parts.includes('roll') ? { reroll: rerolls(player) } : {}),
    ...(parts.includes('spend')
      ? {
          shop: wanted.map((item) => ({ item })),
          votes: votes(state, player)
            .filter((where) => where !== 'STAFF' || player.staff < 14)
            .slice(0, 12)
            .map((where) => ({ where })),
        }
      : {}),
  };
}

/** The available states, smallest figure first. */
function statesBy(state: State, player: Player, figure: (code: PrimaryCode) => number): PrimaryCode[] {
  return availableTo(state.places, player).toSorted((a, b) => figure(a) - figure(b));
}

const STAFF_ITEMS: readonly ItemId[] = ['organizer', 'spokesperson', 'manager', 'finance-chair'];

const random: Contestant<State> = {
  name: 'random rows',
  sheet: (state, seat, chance) =>
    sheetBy(
      {
        items: chance.shuffled(ITEMS.map(({ id }) => id).filter((id) => !isIssue(id))),
        votes: (_, player) => chance.shuffled(['STAFF' as const, ...availableTo(state.places, player)]),
      },
      state,
      seat,
    ),
};

function isIssue(id: ItemId): boolean {
  return ITEMS.some((item) => item.id === id && item.kind === 'issue');
}

const noStaff: Contestant<State> = {
  name: 'states only, never a second die',
  sheet: (state, seat) =>
    sheetBy(
      { items: STAFF_ITEMS, votes: (now, player) => statesBy(now, player, (code) => leftIn(player, code)) },
      state,
      seat,
    ),
};

const allDice: Contestant<State> = {
  name: 'five dice, then the fewest circles, buying nothing',
  sheet: (state, seat) =>
    sheetBy(
      {
        items: [],
        votes: (now, player) => ['STAFF', ...statesBy(now, player, (code) => leftIn(player, code))],
      },
      state,
      seat,
    ),
};

const biggest: Contestant<State> = {
  name: 'five dice, then the biggest prizes',
  sheet: (state, seat) =>
    sheetBy(
      {
        items: STAFF_ITEMS,
        votes: (now, player) => [
          'STAFF',
          ...statesBy(now, player, (code) => -(primary(code).prizes[0] as number)),
        ],
      },
      state,
      seat,
    ),
};

const adsOnly: Contestant<State> = {
  name: 'ads as soon as there is money',
  sheet: (state, seat) =>
    sheetBy(
      {
        items: ['radio', 'television', 'debate', 'pro-life', 'low-tax'],
        votes: (now, player) => ['STAFF', ...statesBy(now, player, (code) => PRIMARY_CODES.indexOf(code))],
      },
      state,
      seat,
    ),
};

export const STRATEGIES: readonly Contestant<State>[] = [random, noStaff, allDice, biggest, adsOnly];
