import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Account } from '../../database/generated/client.ts';
import { enqueueDelivery } from '../../database/outbox.ts';
import { rulesetOf } from '../game/game-ruleset.ts';
import { NOT_ROLLED_BACK, type WholeGame, type WholeSeat } from '../game/game-store.ts';
import { mayMail } from '../notices/before-accepting.ts';
import { printedReport, reportVersionOf } from './printed-report.ts';

/** Makes sure that a seat of a locked game has a printout for the open turn, and mails it to the seat's new player. */
export async function mailOpenPrintout(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  player: { seat: WholeSeat; account: Account; acceptedAt: Date | null },
): Promise<void> {
  const { seat, account, acceptedAt } = player;
  const printoutId = await openPrintout(tx, game, seat, account);
  await recordReader(tx, { gameId: game.id, printoutId, accountId: account.id });
  const seated = { accountId: account.id, acceptedAt };
  if (!account.mailPrintouts || !(await mayMail(tx, ctx, seated, 'printout'))) return;
  await enqueueDelivery(tx, { kind: 'printout', account, gameId: game.id, seatId: seat.id, printoutId }, ctx);
}

/** Finds the seat's printout for the open turn, or creates it if the computer, which gets none, had the seat. */
async function openPrintout(tx: Tx, game: WholeGame, seat: WholeSeat, account: Account): Promise<string> {
  const at = { gameId: game.id, turn: game.turn, seatId: seat.id, ...NOT_ROLLED_BACK };
  const existing = await tx.printout.findFirst({ where: at, select: { id: true } });
  if (existing) return existing.id;
  const turns = await tx.turn.findMany({
    where: { gameId: game.id, ...NOT_ROLLED_BACK },
    select: { state: true, header: true, attempt: true },
    orderBy: { turn: 'asc' },
  });
  const last = turns.at(-1);
  if (!last) throw new Error('A running game has no turn in force.');
  const history = { header: last.header, states: turns.map(({ state }) => state) };
  const ruleset = rulesetOf(game);
  const report = printedReport(ruleset, history, seat.identifier);
  const reportVersion = reportVersionOf(ruleset);
  const { gameId, turn, seatId } = at;
  const data = { gameId, turn, seatId, attempt: last.attempt, accountId: account.id, report, reportVersion };
  return (await tx.printout.create({ data, select: { id: true } })).id;
}

/** Records that an account may read the printout of a seat, also if it is rolled back, unless it was written for this account. */
async function recordReader(
  tx: Tx,
  reader: { gameId: string; printoutId: string; accountId: number },
): Promise<void> {
  const { printoutId, accountId } = reader;
  const isKnown = { OR: [{ accountId }, { readers: { some: { accountId } } }] };
  if ((await tx.printout.count({ where: { id: printoutId, ...isKnown } })) > 0) return;
  await tx.printoutReader.create({ data: reader });
}
