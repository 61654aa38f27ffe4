import type { Sheet } from '../../database/generated/client.ts';
import type { House } from '../../database/house.ts';
import type { Advice, Problem } from '../../rules/sheet.ts';
import type { Desk } from './desk.ts';

/** One version of a sheet in the list of a player's own. */
export interface VersionLine {
  version: number;
  receivedAt: Date;
  channel: string;
  outcome: string;
  address: string;
}

const BY: Record<Sheet['channel'], string> = {
  web: 'this page',
  api: 'a program',
  mail: 'mail',
  pdf: 'a filled-in PDF',
  post: 'post, entered by the GM',
  opponent: 'the computer',
};

/** The seat's versions for a turn, newest first. */
export function versionsOf(house: House, desk: Desk, turn: number): Promise<Sheet[]> {
  return house.db.prisma.sheet.findMany({
    where: { seatId: desk.seat.id, turn },
    orderBy: { version: 'desc' },
  });
}

/** Versions as the page lists them. */
export function versionLines(desk: Desk, sheets: readonly Sheet[]): VersionLine[] {
  return sheets.map((sheet) => ({
    version: sheet.version,
    receivedAt: sheet.receivedAt,
    channel: BY[sheet.channel],
    outcome: sheet.outcome === 'standing' && sheet.turn < desk.game.turn ? 'played' : sheet.outcome,
    address: receiptAddress(desk.number, sheet.turn, sheet.version),
  }));
}

/** Where the turn sheet of a game is filled in. */
export function sheetAddress(number: string): string {
  return `/my/games/${number}/sheet`;
}

/** The page of the receipt of one version. */
export function receiptAddress(number: string, turn: number, version: number): string {
  return `${sheetAddress(number)}/turns/${turn}/versions/${version}`;
}

/** The problems kept with a refused sheet. */
export function problemsOf(sheet: Sheet): Problem[] {
  return sheet.problems as unknown as Problem[];
}

/** The advice kept with a good sheet. */
export function adviceOf(sheet: Sheet): Advice[] {
  return sheet.advice as unknown as Advice[];
}
