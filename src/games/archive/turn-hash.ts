import { createHash } from 'node:crypto';
import type { Roll } from '../../rules/dice.ts';
import type { ReportHeader, SeatIdentifier } from '../../rules/ruleset.ts';
import type { SeatNotes } from '../processing/printed-report.ts';
import { canonicalJson } from './canonical-json.ts';

/**
 * The head as it is kept with its turn. The salt is never published: what stays secret of a sheet (a few words out of
 * a short list) could otherwise be found by trying, until its hash is the published one.
 */
export interface SaltedReportHeader extends ReportHeader {
  /** 32 random bytes in hex. */
  salt: string;
  /**
   * What printouts say of sheets sent ahead and standing orders, each seat's for that seat alone. Left out where there
   * are none. Never handed to the ruleset: see printed.ts.
   */
  notes?: Record<SeatIdentifier, SeatNotes>;
  /** Who had announced to be away, a line each; printed for everybody by printed.ts. Left out where nobody had. */
  away?: string[];
}

/** What the hash of a turn is taken over. */
export interface TurnRecord {
  /** The game's public number. */
  game: string;
  number: number;
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
  number: number;
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
export function hashSealed(turn: SealedTurn): string {
  const { game, number, sheetsHash, dice, headHash, state, previousHash } = turn;
  return hashOf({ game, number, sheetsHash, dice, headHash, stateHash: hashOf(state), previousHash });
}

/** The hash of a turn from its whole record. */
export function hashTurn(record: TurnRecord): string {
  return hashSealed({ ...record, ...sealOf(record) });
}
