import type { OwnVersion } from '../../games/game/player-view.ts';

/** One version of a sheet in the list of a player's own. */
export interface VersionLine {
  version: number;
  receivedAt: Date;
  channel: string;
  outcome: string;
  address: string;
}

const BY: Record<OwnVersion['channel'], string> = {
  web: 'this site',
  api: 'a program',
  mail: 'mail',
  pdf: 'a filled-in PDF',
  post: 'post, entered by the GM',
  opponent: 'the computer',
  advance: 'sheet sent ahead',
  standing: 'standing order',
};

/** Versions as the page lists them. `openTurn` is the turn whose sheets may still be changed, or null. */
export function versionLines(
  number: string,
  versions: readonly OwnVersion[],
  openTurn: number | null,
): VersionLine[] {
  return versions.map(({ version, turn, receivedAt, channel, outcome }) => ({
    version,
    receivedAt,
    channel: BY[channel],
    outcome: outcome === 'standing' && turn !== openTurn ? 'played' : outcome,
    address: receiptPath(number, turn, version),
  }));
}

/** Where the turn sheet of a game is filled in. */
export function sheetPath(number: string): string {
  return `/my/games/${number}/sheet`;
}

/** The page of the receipt of one version. */
export function receiptPath(number: string, turn: number, version: number): string {
  return `${sheetPath(number)}/turns/${turn}/versions/${version}`;
}
