import { byState } from '../../country.ts';
import type { Dice } from '../../dice.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import {
  type Duel,
  type PlayedBallot,
  type Player,
  type Recount,
  recountVotes,
  type State,
  topOf,
} from '../state.ts';
import { withBallots } from './absentee-ballots.ts';

/** EB-6.17, EB-7.1: the count, which ends the game. Changes `state`. */
export function count(state: State, ballots: PlayedBallot[], dice: Dice): void {
  const ids = state.players.map(({ id }) => id);
  const ties: Recount['ties'] = [];
  state.leader = byState(({ code }) => {
    const top = topOf(withBallots(state.tokens, ballots, code), ids);
    if (top.length < 2) return top[0] ?? null;
    const played = duel(top, dice);
    ties.push({ state: code, ...played });
    return played.winner;
  });
  recountVotes(state);
  const first = firstOf(state.players).map(({ id }) => id);
  state.recount = { ballots, ties, duel: first.length > 1 ? duel(first, dice) : null };
  state.phase = 'over';
  state.starter = null;
  state.owing = [];
}

/** EB-7.1: the players with the most votes and, among those, the most states. */
export function firstOf(players: readonly Player[]): Player[] {
  const votes = Math.max(...players.map((player) => player.votes));
  const leading = players.filter((player) => player.votes === votes);
  const states = Math.max(...leading.map((player) => player.states));
  return leading.filter((player) => player.states === states);
}

/** EB-6.18: a duel of two or more players, who are listed in players' order. */
export function duel(players: readonly SeatIdentifier[], dice: Dice): Duel {
  const rolls: number[] = [];
  const finalists = players.length > 2 ? findTwo(players, dice, rolls) : [...players];
  const coin = dice.roll(2);
  rolls.push(coin);
  return { players: [...players], dice: rolls, winner: finalists[coin - 1] as SeatIdentifier };
}

/**
 * EB-6.18: the two of more players who go to the coin, in players' order: the highest dice. If more players show the same
 * value than there are places left, they alone roll again.
 * @param rolls the rolls are added here
 */
function findTwo(players: readonly SeatIdentifier[], dice: Dice, rolls: number[]): SeatIdentifier[] {
  const through = new Set<SeatIdentifier>();
  for (let pool = [...players]; pool.length > 0; ) {
    const shown = pool.map((seat) => ({ seat, value: dice.roll(6) }));
    rolls.push(...shown.map(({ value }) => value));
    pool = [];
    for (let value = 6; value >= 1 && through.size < 2 && pool.length === 0; value -= 1) {
      const same = shown.filter((one) => one.value === value).map(({ seat }) => seat);
      if (same.length > 2 - through.size) pool = same;
      else for (const seat of same) through.add(seat);
    }
  }
  return players.filter((seat) => through.has(seat));
}
