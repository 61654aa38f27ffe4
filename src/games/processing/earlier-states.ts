import type { Tx } from '../../database/client.ts';
import { NOT_ROLLED_BACK } from '../game/game-store.ts';

/*
 * The states of a game's turns in force, which reports are made from. A game is processed turn after turn, so those that were
 * read or written last are kept in memory: no turn reads all turns before it. A turn never changes, and its hash covers its
 * state and the hash of the turn before it, so states that end with the right hash are the right ones.
 */

/** A turn of a game that is kept. */
interface KeptTurn {
  hash: string;
  state: unknown;
  /** Characters of the state as JSON. */
  length: number;
}

/** As many characters of JSON are kept; as objects they take about four times as many bytes. */
const MAX_CHARACTERS = 8_000_000;

/** By the id of the game, the one that was used last at the end. */
const games = new Map<string, KeptTurn[]>();
let characters = 0;

/**
 * The states of a game's turns in force, from the beginning on.
 * @param hash of the last turn in force
 */
export async function statesUntil(tx: Tx, gameId: string, hash: string): Promise<unknown[]> {
  const kept = keptUntil(gameId, hash) ?? (await readTurns(tx, gameId));
  keep(gameId, kept);
  return kept.map(({ state }) => state);
}

/**
 * Keeps the state of a new turn. If its transaction is rolled back, no later turn follows from its hash, so it does no harm.
 * @param turn.previousHash of the turn before it, whose state must be kept; otherwise nothing is
 */
export function keepState(
  gameId: string,
  turn: { hash: string; previousHash: string | null; state: unknown; length: number },
): void {
  const { hash, previousHash, state, length } = turn;
  const before = previousHash === null ? [] : keptUntil(gameId, previousHash);
  if (before !== null) keep(gameId, [...before, { hash, state, length }]);
}

/** Forgets everything that is kept, as a restart does: for tests. */
export function forgetStates(): void {
  games.clear();
  characters = 0;
}

function keptUntil(gameId: string, hash: string): KeptTurn[] | null {
  const turns = games.get(gameId) ?? [];
  const index = turns.findLastIndex((turn) => turn.hash === hash);
  return index < 0 ? null : turns.slice(0, index + 1);
}

function keep(gameId: string, turns: KeptTurn[]): void {
  drop(gameId);
  games.set(gameId, turns);
  characters += lengthOf(turns);
  for (const [oldest] of games) {
    if (characters <= MAX_CHARACTERS) break;
    drop(oldest);
  }
}

function drop(gameId: string): void {
  characters -= lengthOf(games.get(gameId) ?? []);
  games.delete(gameId);
}

function lengthOf(turns: readonly KeptTurn[]): number {
  return turns.reduce((sum, { length }) => sum + length, 0);
}

async function readTurns(tx: Tx, gameId: string): Promise<KeptTurn[]> {
  const turns = await tx.turn.findMany({
    where: { gameId, ...NOT_ROLLED_BACK },
    select: { state: true, hash: true },
    orderBy: { turn: 'asc' },
  });
  return turns.map(({ hash, state }) => ({ hash, state, length: JSON.stringify(state).length }));
}
