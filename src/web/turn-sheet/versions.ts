import type { SheetOutcome } from '../../database/generated/client.ts';
import type { OwnVersion } from '../../games/sheets/shown-versions.ts';
import type { Submission } from '../../games/sheets/submit-sheet.ts';
import { receiptPath } from './addresses.ts';

/** One version of a sheet in a player's list. */
export interface VersionLine {
  version: number;
  receivedAt: Date;
  channel: string;
  outcome: string;
  address: string;
}

const CHANNELS: Record<OwnVersion['channel'], string> = {
  web: 'web page',
  api: 'API',
  mail: 'e-mail',
  pdf: 'filled-in PDF',
  post: 'paper, entered by the GM',
  opponent: 'computer',
  advance: 'advance orders',
  standing: 'standing orders',
};

const OUTCOMES: Record<Exclude<SheetOutcome, 'standing'>, string> = {
  superseded: 'No longer counts',
  refused: 'Refused',
};

/** Versions as the pages list them. `openTurn` is the turn whose sheets can still be changed, or null if the game is over. */
export function versionLines(
  number: string,
  versions: readonly OwnVersion[],
  openTurn: number | null,
): VersionLine[] {
  return versions.map(({ version, turn, receivedAt, channel, outcome }) => ({
    version,
    receivedAt,
    channel: CHANNELS[channel],
    outcome: outcome === 'standing' ? standingInWords(turn, openTurn) : OUTCOMES[outcome],
    address: receiptPath(number, turn, version),
  }));
}

/** A turn after the open one is one that was open before a rollback. */
function standingInWords(turn: number, openTurn: number | null): string {
  if (openTurn !== null && turn > openTurn) return `Waits for turn ${turn}`;
  return turn === openTurn ? 'Counts' : 'Played';
}

/** A sheet that was not stored because its seat has sent as much by this channel as it may. */
export type TooMuch = Extract<Submission, { kind: 'too-many' | 'too-long' }>;

/** The message for a sheet that was not stored because there are as many versions as allowed, or they are too long. */
export function tooMuchSent(submission: TooMuch): string {
  const { standingVersion } = submission;
  const standing =
    standingVersion === null ? 'None of them counts.' : `Version ${standingVersion} still counts.`;
  if (submission.kind === 'too-many') {
    return `You have already sent ${submission.max} versions for this turn in this way, which is the limit. This one was not saved. ${standing} If it has to change, send your orders in another way, or write to your GM, who can enter a sheet for you. If you did not send them all, set a new security code on the page of your account: only versions that come after that count for the limit.`;
  }
  const kilobytes = submission.maxBytes / 1024;
  return `This sheet is very long, and with it the versions that you have sent in this way for this turn would have more than ${kilobytes} kB together, which is the limit. It was not saved. ${standing} Send a shorter one, with nothing that the form does not have.`;
}
