import { expect, test } from 'vitest';
import type { Delivery, DeliveryKind, Seat } from '../../src/database/generated/client.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { gmGamePage } from '../../src/games/game/gm-view.ts';
import { broadcast } from '../../src/games/notices/broadcast.ts';
import { pauseGame } from '../../src/games/schedule/change-due-date.ts';
import { markFailed } from '../../src/mail/delivery/resend.ts';
import { codesOf, granted, send, type TestGame } from '../games/game/play.ts';
import { useWeb } from '../web/use-web.ts';
import { signedIn } from '../web/visitor.ts';
import { inspectingGm } from './inspecting-gm.ts';

/* What the server tells players keeps the GM accountable, so the GM can cancel only their own words. */

const { own, app } = useWeb();

const { game, request, gmSits } = inspectingGm(own);

/** A game with waiting mail of each kind that belongs to a game. */
async function gameWithMail(): Promise<TestGame> {
  const g = await game();
  await send(own.ctx, g.seats[0] as Seat, 1, { press: 'Hello' });
  granted(await broadcast(own.ctx, { ...request(g, 1), text: 'Dear all' }));
  granted(await pauseGame(own.ctx, request(g, 1)));
  return g;
}

const mails = (g: TestGame, kind: DeliveryKind, seatId?: string): Promise<Delivery[]> =>
  own.ctx.db.prisma.delivery.findMany({ where: { gameId: g.game.id, kind, seatId }, orderBy: { id: 'asc' } });

const isBroadcast = ({ detail }: Delivery) => detail.subject === 'a message from the GM';

test('a GM can cancel only invitations and their own messages to all players', async () => {
  const g = await gameWithMail();
  const notices = await mails(g, 'notice');
  const cancelableMail = [...(await mails(g, 'invitation')), ...notices.filter(isBroadcast)];
  const others = [
    ...notices.filter((mail) => !isBroadcast(mail)),
    ...(await mails(g, 'printout')),
    ...(await mails(g, 'receipt')),
  ];
  expect(new Set(others.map(({ kind }) => kind))).toEqual(new Set(['notice', 'printout', 'receipt']));
  const shown = (await gmGamePage(own.ctx, g.gm, gameNumber(g.game)))?.deliveries ?? [];
  const cancelable = shown.filter(({ mayCancel }) => mayCancel).map(({ id }) => id);
  expect(new Set(cancelable)).toEqual(new Set(cancelableMail.map(({ id }) => id)));
  for (const { id } of others) {
    expect(codesOf(await markFailed(own.ctx, id, g.gm.id))).toEqual(['not-cancelable']);
  }
  for (const { id } of cancelableMail) granted(await markFailed(own.ctx, id, g.gm.id));
  const visitor = await signedIn(app, own.ctx, g.gm);
  const path = `/gm/games/${gameNumber(g.game)}`;
  expect((await visitor.post(`${path}/deliveries/${others[0]?.id}/cancel`)).statusCode).toBe(422);
  expect((await visitor.get(path)).body).not.toContain('/cancel"');
});

test('a GM who plays can cancel none that goes to another seat', async () => {
  const g = await game();
  const seat = await gmSits(g);
  granted(await broadcast(own.ctx, { ...request(g, 1), text: 'Dear all' }));
  const cancel = async ({ id }: Delivery) => markFailed(own.ctx, id, g.gm.id);
  for (const mail of [...(await mails(g, 'invitation')), ...(await mails(g, 'notice'))]) {
    if (mail.seatId === seat.id) granted(await cancel(mail));
    else expect(codesOf(await cancel(mail))).toEqual(['not-cancelable']);
  }
  expect(await mails(g, 'notice', seat.id)).toMatchObject([{ status: 'failed' }]);
});
