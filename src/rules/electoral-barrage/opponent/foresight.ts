import type { Dice, Roll } from '../../dice.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { STATES_BY_VOTES } from '../data.ts';
import type { Orders } from '../orders.ts';
import { resolve } from '../resolve.ts';
import { type Player, type State, topOf } from '../state.ts';

/** How often it imagines the round with each sheet. */
const SAMPLES = 12;

/** What a staffer for each round left, and a token in each bank, are worth in the units of EB-13.2. */
const WORTH = { staffer: 25, town: 10, ads: 15, ballot: 30 } as const;

/**
 * The sheet that does best if the coming round is played again and again, with imagined dice, against these sheets of the
 * others. Equal sheets: the first one.
 */
export function bestSheet(
  state: State,
  seat: SeatIdentifier,
  sheets: readonly Orders[],
  others: Readonly<Record<SeatIdentifier, Orders>>,
): Orders {
  const known = withoutSecrets(state, seat);
  let best: { sheet: Orders; worth: number } | null = null;
  for (const sheet of sheets) {
    let worth = 0;
    for (let sample = 1; sample <= SAMPLES; sample += 1) {
      const dice = imaginedDice(`${seat} ${state.turn} ${sample}`);
      worth += leadOf(resolve(known, { ...others, [seat]: sheet }, dice), seat);
    }
    if (best === null || worth > best.worth) best = { sheet, worth };
  }
  return (best as { sheet: Orders }).sheet;
}

/** The state as a seat sees it: a character that it cannot know is one without an ability in a round. */
export function withoutSecrets(state: State, seat: SeatIdentifier): State {
  const players = state.players.map((player): Player => {
    if (player.id === seat) return player;
    const character = player.character ?? 'war-hero';
    return { ...player, dealt: [character], character };
  });
  return { ...state, players };
}

/** How far a player is ahead of the strongest rival. */
function leadOf(state: State, seat: SeatIdentifier): number {
  const worths = state.players.map((player) => ({ id: player.id, worth: worthOf(state, player) }));
  const own = worths.find(({ id }) => id === seat)?.worth ?? 0;
  return own - Math.max(...worths.filter(({ id }) => id !== seat).map(({ worth }) => worth));
}

/** Twice the votes of the states that a player leads, the votes of those where it is tied, and what it has in hand. */
function worthOf(state: State, { id, staffers, town, ads, ballots }: Player): number {
  const ids = state.players.map((player) => player.id);
  let worth = 0;
  for (const { code, votes } of STATES_BY_VOTES) {
    const top = topOf(state.tokens[code], ids);
    if (top.includes(id)) worth += top.length === 1 ? 2 * votes : votes;
  }
  const left = state.rounds - state.round;
  if (left === 0) return worth + WORTH.ballot * ballots;
  const banks = WORTH.town * town + WORTH.ads * ads + WORTH.ballot * ballots;
  return worth + WORTH.staffer * left * staffers + banks;
}

/** Dice that follow from a text alone. */
function imaginedDice(text: string): Dice {
  const rolls: Roll[] = [];
  let seed = 0x811c9dc5;
  for (const character of text) seed = Math.imul(seed ^ character.charCodeAt(0), 0x01000193);
  return {
    rolls,
    roll(sides) {
      seed = (seed + 0x6d2b79f5) | 0;
      let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      const value = 1 + (((mixed ^ (mixed >>> 14)) >>> 0) % sides);
      rolls.push({ sides, value });
      return value;
    },
  };
}
