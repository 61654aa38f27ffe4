import { MAJORITY } from '../data/amounts.ts';
import { finish } from '../outcome.ts';
import type { Player, State } from '../state.ts';
import { type Desk, inOrder } from './desk.ts';
import { beginRunoff } from './runoff.ts';

/**
 * PTG-6.16: looks whether somebody has 270 electoral votes. If so, that candidate is president or a runoff begins, and
 * the processing ends.
 */
export function holdElection(desk: Desk): boolean {
  const { state } = desk;
  const leader = state.players.find(({ electoral }) => electoral >= MAJORITY);
  if (!leader) return false;
  const rival = rivalOf(desk, leader);
  clearCampaign(state);
  if (rival && rival.popular > leader.popular) beginRunoff(desk, leader.id, rival.id);
  else finish(state, leader.id, 'majority', []);
  return true;
}

/** The other candidate with the most popular votes; ties by more electoral votes, then earlier in order. */
function rivalOf(desk: Desk, leader: Player): Player | undefined {
  const others = inOrder(desk).filter((player) => player !== leader);
  return others.toSorted((a, b) => b.popular - a.popular || b.electoral - a.electoral)[0];
}

/** PTG-6.16, PTG-6.23: no stops, questions and shows are left when the campaign ends. */
export function clearCampaign(state: State): void {
  for (const player of state.players) {
    player.rolls = [];
    player.pending = [];
  }
  state.shows = [];
}
