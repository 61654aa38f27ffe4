import type { Game } from '../database/generated/client.ts';
import type { House } from '../database/house.ts';
import { findRuleset } from '../rules/catalog.ts';
import type { Report } from '../rules/report.ts';
import { numberOf } from '../turns/number.ts';
import { notFound } from './http.ts';

/** What the public may know of a game without reading its reports. Nothing of its state, setup or dice. */
const PUBLIC_GAME = {
  id: true,
  ruleset: true,
  prefix: true,
  serial: true,
  title: true,
  status: true,
  turn: true,
  due: true,
  timeZone: true,
  createdAt: true,
  begunAt: true,
  endedAt: true,
  gm: { select: { name: true } },
  seats: {
    select: { identifier: true, name: true, opponent: true },
    orderBy: { position: 'asc' },
  },
} as const;

/** A game as the lobby and its public page show it. */
export interface PublicGame {
  id: string;
  number: string;
  title: string;
  ruleset: string;
  blurb: string;
  status: Game['status'];
  turn: number;
  due: Date | null;
  timeZone: string;
  createdAt: Date;
  endedAt: Date | null;
  gm: string;
  seats: { identifier: string; name: string; opponent: boolean }[];
  most: number;
}

type PublicRow = Omit<PublicGame, 'number' | 'gm' | 'blurb' | 'most'> & {
  prefix: string;
  serial: number;
  gm: { name: string };
};

function publicGame(row: PublicRow): PublicGame {
  const ruleset = findRuleset(row.ruleset);
  return {
    id: row.id,
    number: numberOf(row),
    title: row.title,
    ruleset: ruleset?.title ?? row.ruleset,
    blurb: ruleset?.blurb ?? '',
    status: row.status,
    turn: row.turn,
    due: row.due,
    timeZone: row.timeZone,
    createdAt: row.createdAt,
    endedAt: row.endedAt,
    gm: row.gm.name,
    seats: row.seats,
    most: ruleset?.seats.most ?? row.seats.length,
  };
}

/** The latest games of a status, newest first. */
export async function gamesOfStatus(
  house: House,
  status: Game['status'],
  most: number,
): Promise<PublicGame[]> {
  const rows = await house.db.prisma.game.findMany({
    where: { status },
    select: PUBLIC_GAME,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: most,
  });
  return rows.map(publicGame);
}

/** One game by its public number. @throws a 404 if there is none */
export async function readPublicGame(
  house: House,
  number: { prefix: string; serial: number },
): Promise<PublicGame> {
  const row = await house.db.prisma.game.findUnique({
    where: { prefix_serial: { prefix: number.prefix, serial: number.serial } },
    select: PUBLIC_GAME,
  });
  if (row === null) throw notFound('There is no game of this number on this server.');
  return publicGame(row);
}

/** The turns of which a public report is there, first to last. */
export async function publicTurns(house: House, gameId: string): Promise<number[]> {
  const rows = await house.db.prisma.printout.findMany({
    where: { gameId, seatId: null },
    select: { turn: true },
    orderBy: { turn: 'asc' },
  });
  return rows.map((row) => row.turn);
}

/** The public's report before a turn. @throws a 404 if there is none */
export async function publicReport(house: House, gameId: string, turn: number): Promise<Report> {
  const row = await house.db.prisma.printout.findFirst({
    where: { gameId, turn, seatId: null },
    select: { report: true },
  });
  if (row === null) throw notFound('This game has no such turn (yet).');
  return row.report as unknown as Report;
}
