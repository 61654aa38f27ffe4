import { createHash } from 'node:crypto';
import type { SaltedReportHeader } from '../../database/json-types.ts';
import type { Roll } from '../../rules/dice.ts';
import { canonicalJson } from './canonical-json.ts';

/** What the hash of a turn is taken over. */
export interface TurnRecord {
  /** The game's public number. */
  game: string;
  turn: number;
  /** Raw orders by seat as handed to the resolver; turn 0: the seats as handed to `setUp`. */
  sheets: unknown;
  dice: readonly Roll[];
  header: SaltedReportHeader;
  state: unknown;
  /** The hash of the turn before; null for turn 0. */
  previousHash: string | null;
}

/** A turn's record with what stays secret for good (sheets as they came, people) as hashes only. */
export interface SealedTurn {
  game: string;
  turn: number;
  sheetsHash: string;
  dice: readonly Roll[];
  headHash: string;
  state: unknown;
  previousHash: string | null;
}

/** SHA-256 in hex over the canonical JSON of a value. */
export function hashOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value), 'utf8').digest('hex');
}

/** The two hashes that stand for what is not published of a turn. */
export function sealOf(record: Pick<TurnRecord, 'sheets' | 'header'>): {
  sheetsHash: string;
  headHash: string;
} {
  const { sheets, header } = record;
  return { sheetsHash: hashOf({ salt: header.salt, sheets }), headHash: hashOf(header) };
}

/**
 * The hash of a turn: over its sealed record and so over the hash of the turn before. Whoever changes one turn
 * breaks all later ones; and the chain can be checked by people who may not read every sheet.
 */
export function hashSealed(sealed: SealedTurn): string {
  const { game, turn, sheetsHash, dice, headHash, state, previousHash } = sealed;
  return hashOf({ game, turn, sheetsHash, dice, headHash, stateHash: hashOf(state), previousHash });
}

/** The hash of a turn from its whole record. */
export function hashTurn(record: TurnRecord): string {
  return hashSealed({ ...record, ...sealOf(record) });
}
