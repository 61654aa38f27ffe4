import { createHash } from 'node:crypto';
import type { SaltedReportHeader } from '../../database/json-types.ts';
import type { Roll } from '../../rules/dice.ts';
import { canonicalJson } from './canonical-json.ts';

/** Everything that the hash of a turn covers. */
export interface TurnRecord {
  /** The game number: `EY-12`. */
  game: string;
  turn: number;
  /** The raw orders by seat that were passed to `resolve`; for turn 0 the seats that were passed to `setUp`. */
  sheets: unknown;
  dice: readonly Roll[];
  header: SaltedReportHeader;
  state: unknown;
  /** The hash of the previous turn; null for turn 0. */
  previousHash: string | null;
}

/** A turn's record in which what stays secret forever (sheets as they were sent, people) is replaced by hashes. */
export interface SealedTurn {
  game: string;
  turn: number;
  sheetsHash: string;
  dice: readonly Roll[];
  headerHash: string;
  state: unknown;
  previousHash: string | null;
}

/** The SHA-256 of a value's canonical JSON, in hex. */
export function hashOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value), 'utf8').digest('hex');
}

/** The two hashes that replace the unpublished parts of a turn. */
export function sealOf(record: Pick<TurnRecord, 'sheets' | 'header'>): {
  sheetsHash: string;
  headerHash: string;
} {
  const { sheets, header } = record;
  return { sheetsHash: hashOf({ salt: header.salt, sheets }), headerHash: hashOf(header) };
}

/**
 * The hash of a turn, over its sealed record and so over the hash of the previous turn: changing one turn breaks the
 * hashes of all later ones. People can verify the chain even if they may not read the sheets.
 */
export function hashSealed(sealed: SealedTurn): string {
  const { game, turn, sheetsHash, dice, headerHash, state, previousHash } = sealed;
  return hashOf({ game, turn, sheetsHash, dice, headerHash, stateHash: hashOf(state), previousHash });
}

/** The hash of a turn, computed from its whole record. */
export function hashTurn(record: TurnRecord): string {
  return hashSealed({ ...record, ...sealOf(record) });
}
