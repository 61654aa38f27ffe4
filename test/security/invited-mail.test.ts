import { beforeEach, expect, test } from 'vitest';
import type { Account, Seat } from '../../src/database/generated/client.ts';
import { beginGame } from '../../src/games/game/begin-game.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { gmGameSummaries } from '../../src/games/game/gm-games-view.ts';
import { gmGamePage } from '../../src/games/game/gm-view.ts';
import { loadPlayerSeat } from '../../src/games/game/player-seat.ts';
import { setLettersPolicy } from '../../src/games/letters/letters-policy.ts';
import { remindPlayers } from '../../src/games/schedule/reminders.ts';
import { addSeat } from '../../src/games/seats/manage-seats.ts';
import { handSeatToComputer } from '../../src/games/seats/replace-player.ts';
import { retryMailOfGame } from '../../src/mail/delivery/waiting-mail.ts';
import { anAccount, firstDue, formingGame, granted, type TestGame } from '../games/game/play.ts';
import { useWeb } from '../web/use-web.ts';
import { signedIn } from '../web/visitor.ts';

/* The mail to people who have not accepted a seat does not show the GM what they have chosen on their accounts. */

const { own, app } = useWeb();

/** What three people have chosen: nothing, as little mail as there can be, and early reminders. */
const SETTINGS = [
  {},
  { mailPrintouts: false, noticeMail: 'none' as const, remindHours: 0, mailLastCalls: false },
  { remindHours: 168 },
];

let g: TestGame;
let invited: { seat: Seat; account: Account }[];

/** A game with a player who has accepted their seat and three people who have not, some time before its first due date. */
beforeEach(async () => {
  own.setNow(new Date(firstDue.getTime() - 14 * 24 * 3_600_000));
  g = await formingGame(own.ctx, { humans: 1, opponents: 2 });
  const about = { gameId: g.game.id, by: g.gm.id };
  invited = [];
  for (const [i, data] of SETTINGS.entries()) {
    const account = await anAccount(own.ctx, `Person ${i}`);
    await own.ctx.db.prisma.account.update({ where: { id: account.id }, data });
    const seat = granted(await addSeat(own.ctx, { ...about, name: `Typed ${i}`, email: account.email }));
    invited.push({ seat, account });
  }
  granted(await beginGame(own.ctx, { ...about, due: firstDue }));
  granted(await setLettersPolicy(own.ctx, { ...about, letters: 'open', lettersBefore: null }));
  own.setNow(new Date(firstDue.getTime() - 100 * 3_600_000));
  await remindPlayers(own.ctx, { gameId: g.game.id, turn: 1 });
});

/** The mails to a seat that the GM sees. */
async function shownTo({ identifier }: Seat): Promise<string[]> {
  const page = await gmGamePage(own.ctx, g.gm, gameNumber(g.game));
  const mails = page?.deliveries.filter(({ seat }) => seat === identifier) ?? [];
  return mails.map(({ kind, subject }) => `${kind} ${subject ?? ''}`.trim()).toSorted();
}

const allShown = () => Promise.all(invited.map(({ seat }) => shownTo(seat)));

const waitingData = { status: 'retrying' as const, lastError: '451 later' };

test('the GM sees their invitations alone, and once they open the game what else was mailed to them', async () => {
  expect(await allShown()).toEqual(SETTINGS.map(() => ['invitation']));
  const news = 'notice private letters';
  const usual = ['invitation', news, 'printout'];
  expect(await shownTo(g.seats[0] as Seat)).toEqual(usual);
  for (const { account } of invited) await loadPlayerSeat(own.ctx, account, gameNumber(g.game));
  const reminder = 'notice your sheet for turn 1 is missing';
  expect(await allShown()).toEqual([usual, ['invitation'], ['invitation', news, reminder, 'printout']]);
});

test('nor does the GM see it after the seat was handed to the computer', async () => {
  for (const { seat } of invited) {
    const request = { gameId: g.game.id, by: g.gm.id, turn: 1, seatId: seat.id };
    granted(await handSeatToComputer(own.ctx, request));
  }
  expect(await allShown()).toEqual(SETTINGS.map(() => ['invitation']));
});

test('nor by a mail that failed: it is not counted, and not sent again', async () => {
  const { delivery } = own.ctx.db.prisma;
  const gm = await signedIn(app, own.ctx, g.gm);
  const path = `/gm/games/${gameNumber(g.game)}/deliveries`;
  const where = { gameId: g.game.id, kind: 'printout' as const, accountId: invited[0]?.account.id ?? 0 };
  const mail = await delivery.findFirstOrThrow({ where });
  await delivery.update({ where: { id: mail.id }, data: { status: 'failed', nextAttempt: null } });
  expect(await gmGameSummaries(own.ctx, g.gm)).toMatchObject([{ failed: 0 }]);
  expect((await gm.post(`${path}/${mail.id}/resend`)).statusCode).toBe(404);
  const invitation = await delivery.findFirstOrThrow({ where: { ...where, kind: 'invitation' } });
  await delivery.update({ where: { id: invitation.id }, data: { status: 'failed', nextAttempt: null } });
  expect(await gmGameSummaries(own.ctx, g.gm)).toMatchObject([{ failed: 1 }]);
  expect((await gm.post(`${path}/${invitation.id}/resend`)).statusCode).toBe(303);
  await loadPlayerSeat(own.ctx, invited[0]?.account as Account, gameNumber(g.game));
  expect((await gm.post(`${path}/${mail.id}/resend`)).statusCode).toBe(303);
});

test('nor by how many mails wait and are sent at once', async () => {
  const { delivery, gameEvent } = own.ctx.db.prisma;
  const where = { gameId: g.game.id, accountId: { in: invited.map(({ account }) => account.id) } };
  const later = new Date(own.ctx.now().getTime() + 3_600_000);
  await delivery.deleteMany({ where: { gameId: g.game.id, NOT: where } });
  await delivery.updateMany({ where, data: { ...waitingData, nextAttempt: later } });
  expect(await delivery.count({ where })).toBeGreaterThan(3);
  expect(granted(await retryMailOfGame(own.ctx, { gameId: g.game.id, by: g.gm.id }))).toBe(3);
  expect(await delivery.count({ where: { ...where, nextAttempt: later } })).toBe(0);
  const logged = await gameEvent.findFirstOrThrow({ where: { gameId: g.game.id, type: 'mailRetried' } });
  expect(logged.detail).toBe('3 e-mails');
});
