import type { Tx } from '../../database/client.ts';
import type { Channel, SheetOutcome } from '../../database/generated/client.ts';
import { rulesetOf } from '../game/game-ruleset.ts';
import type { WholeGame, WholeSeat } from '../game/game-store.ts';
import { seatsKeepingSheets } from './kept-sheets.ts';
import { isSentAndStanding } from './played-sheets.ts';

/*
 * Who owes a sheet for the open turn, and whose sheet is missing. All code that asks these questions asks them here, so
 * that reminders, early processing, attendance and the GM's pages agree.
 */

/** One version of a sheet, without its orders. */
export interface VersionSummary {
  version: number;
  outcome: SheetOutcome;
  channel: Channel;
  receivedAt: Date;
  final: boolean;
}

/** Whether a seat's sheet for the open turn has come. */
export interface ComingSheet {
  seat: Pick<WholeSeat, 'accountId' | 'opponent'>;
  /** Whether the seat owes a sheet for the open turn. */
  owes: boolean;
  /**
   * The version that was sent and is standing (see `isSentAndStanding`). Null if there is none, or if it is one of the computer's and
   * a person has the seat now.
   */
  standing: Pick<VersionSummary, 'final'> | null;
  /** Whether the seat takes no new sheet after a rollback (kept-sheets.ts), so that nothing is waited for. */
  isKept?: boolean;
}

/** What has come from a seat for the open turn. */
export interface OpenTurnSheet extends ComingSheet {
  seat: WholeSeat;
  /** Every version, the latest first. */
  versions: VersionSummary[];
  standing: VersionSummary | null;
}

/** The seats that owe a sheet for the open turn; none unless the game is running. */
export function seatsOwing(game: WholeGame): WholeSeat[] {
  return game.status === 'running' ? seatsOwingIn(game, game.state) : [];
}

/** Whether one seat of a game owes a sheet for the open turn. */
export function owesSheet(
  game: Pick<WholeGame, 'status' | 'ruleset' | 'rulesetVersion' | 'state'>,
  { identifier }: Pick<WholeSeat, 'identifier'>,
): boolean {
  return game.status === 'running' && rulesetOf(game).seatsOwing(game.state).includes(identifier);
}

/** The seats of a game that owe a sheet in another state of it: that of the turn about to open. */
export function seatsOwingIn(game: WholeGame, state: unknown): WholeSeat[] {
  const owing = new Set(rulesetOf(game).seatsOwing(state));
  return game.seats.filter((seat) => owing.has(seat.identifier));
}

/** The seats of people who owe a sheet for the open turn. */
export function playersOwing(game: WholeGame): WholeSeat[] {
  return seatsOwing(game).filter(isPlayers);
}

/**
 * What has come from every seat for the open turn, in the order of the seats.
 * @param game locked, or read in a snapshot
 */
export async function openTurnSheets(tx: Tx, game: WholeGame): Promise<OpenTurnSheet[]> {
  const sheets = await tx.sheet.findMany({
    where: { gameId: game.id, turn: game.turn },
    select: { seatId: true, version: true, outcome: true, channel: true, receivedAt: true, final: true },
    orderBy: { version: 'desc' },
  });
  return openTurnSheetsOf(game, sheets, await seatsKeepingSheets(tx, game, game.turn));
}

/**
 * The same from versions that have been read.
 * @param sheets all versions of all sheets for the open turn, the latest first
 * @param kept the seats that take no new sheet after a rollback: see `seatsKeepingSheets`
 */
export function openTurnSheetsOf(
  game: WholeGame,
  sheets: readonly (VersionSummary & { seatId: string })[],
  kept: readonly string[] = [],
): OpenTurnSheet[] {
  const owing = new Set(seatsOwing(game).map(({ id }) => id));
  return game.seats.map((seat) => {
    const versions = sheets.filter(({ seatId }) => seatId === seat.id);
    const standing = versions.find((version) => isSentAndStanding(version) && isOwn(seat, version)) ?? null;
    return { seat, owes: owing.has(seat.id), versions, standing, isKept: kept.includes(seat.id) };
  });
}

/**
 * Whether a version is not one of the computer's for a seat that a person has now. Such a sheet is played if nothing else
 * comes, but the person is still waited for, and so are their standing orders.
 */
export function isOwn(
  { accountId }: Pick<WholeSeat, 'accountId'>,
  { channel }: Pick<VersionSummary, 'channel'>,
): boolean {
  return channel !== 'opponent' || accountId === null;
}

/** The same for the seats that owe a sheet. */
export async function owedSheets(tx: Tx, game: WholeGame): Promise<OpenTurnSheet[]> {
  return (await openTurnSheets(tx, game)).filter(({ owes }) => owes);
}

/** Whether a sheet that is owed and can be sent has not been sent, or every version of it was refused. */
export function isMissing({ owes, standing, isKept }: Omit<ComingSheet, 'seat'>): boolean {
  return owes && standing === null && isKept !== true;
}

/** Whether it is missing and a person owes it. The computer's sheets come by themselves. */
export function isMissingFromPlayer(sheet: OpenTurnSheet): boolean {
  return isMissing(sheet) && isPlayers(sheet.seat);
}

/** Whether the computer has to fill in a sheet for a seat that it plays. */
export function isMissingFromComputer({ seat, owes, versions }: OpenTurnSheet): boolean {
  // Superseded versions without a successor were written for a state before a rollback, and an entry from standing
  // orders belongs to the player who had the seat. A version of the computer that was refused counts: it would send the
  // same again. One of the player who had the seat does not: nothing would be played.
  const came = ({ outcome, channel }: VersionSummary) =>
    (outcome === 'standing' && channel !== 'standing') || (outcome === 'refused' && channel === 'opponent');
  return seat.opponent && owes && !versions.some(came);
}

/**
 * Whether a person has let the turn pass: no version came at all, not even a refused one, and no standing orders were
 * played instead. A sheet that the computer filled in does not count.
 */
export function isMissedByPlayer({ seat, owes, versions }: OpenTurnSheet): boolean {
  // Superseded entries from standing and advance orders are left over from before a rollback, or a later version came.
  const isEntered = (channel: string) => channel === 'standing' || channel === 'advance';
  const came = versions.some(
    ({ channel, outcome }) => channel !== 'opponent' && !(isEntered(channel) && outcome === 'superseded'),
  );
  return owes && isPlayers(seat) && !came;
}

/** Whether sheets are owed and none of them is missing, except for the computer's, which processing makes if it must. */
export function areAllIn(owed: readonly ComingSheet[]): boolean {
  return owed.length > 0 && owed.every((sheet) => sheet.seat.opponent || !isMissing(sheet));
}

/** Whether each player who can send a sheet has marked theirs as final. At least one of them must be there. */
export function areAllFinal(owed: readonly ComingSheet[]): boolean {
  const final = ({ seat, standing, isKept }: ComingSheet) =>
    seat.opponent || isKept === true || standing?.final === true;
  return owed.some(({ seat, isKept }) => isPlayers(seat) && isKept !== true) && owed.every(final);
}

function isPlayers(seat: Pick<WholeSeat, 'accountId'>): boolean {
  return seat.accountId !== null;
}
