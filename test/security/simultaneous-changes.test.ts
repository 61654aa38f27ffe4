import { expect, test } from 'vitest';
import { confirmEmailChange, confirmSignUp } from '../../src/accounts/email-verification.ts';
import { requestEmailChange, requestSignUp } from '../../src/accounts/requested-mail.ts';
import { setSecurityCode } from '../../src/accounts/security-codes.ts';
import { deleteAccount } from '../../src/games/seats/delete-account.ts';
import { setSeatWebhook } from '../../src/games/webhooks/set-webhook.ts';
import { anAccount, granted, runningGame } from '../games/game/play.ts';
import { answerRequests } from '../helpers/requested-mail.ts';
import { aSession } from '../helpers/session.ts';
import { useContext } from '../helpers/use-context.ts';
import { testCode } from '../web/visitor.ts';

/* Changes that people make at the same moment have the answers that they would have had one after the other. */

const own = useContext();

async function tokensTo(toAddress: string): Promise<string[]> {
  const mails = await own.ctx.db.prisma.delivery.findMany({
    where: { toAddress },
    orderBy: { createdAt: 'asc' },
  });
  return mails.map(({ detail }) => String((detail as { token?: string }).token));
}

test('of links to one address that are used at the same moment, one works and the others no longer do', async () => {
  for (let round = 0; round < 4; round += 1) {
    const email = `wanted.${round}@elsewhere.test`;
    const people = [await anAccount(own.ctx, 'Ann Baker'), await anAccount(own.ctx, 'Bob Carter')];
    for (const person of people) {
      granted(await requestEmailChange(own.ctx, person, email));
      await answerRequests(own.ctx);
    }
    for (const name of ['Carl Dunn', 'Carla Dunn']) {
      granted(await requestSignUp(own.ctx, { name, email, next: '', minutes: 10 }));
      await answerRequests(own.ctx);
    }
    const tokens = await tokensTo(email);
    expect(tokens).toHaveLength(4);
    const uses = tokens.map(async (token, i) => {
      const person = people[i];
      if (person === undefined) return (await confirmSignUp(own.ctx, token)) !== null;
      return confirmEmailChange(own.ctx, person.id, { token, keepSession: null });
    });
    expect((await Promise.all(uses)).filter((used) => used)).toHaveLength(1);
    expect(await own.ctx.db.prisma.account.count({ where: { email } })).toBe(1);
    await own.ctx.db.prisma.mailRequest.deleteMany();
  }
});

test('a webhook that is set while its player changes the code and deletes the account fails or ends with it', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { game, players } = await runningGame(own.ctx, { humans: 2, opponents: 5 });
    const { id } = players[0] as { id: number };
    const token = await aSession(own.ctx, { accountId: id, method: 'code' });
    const request = { gameId: game.id, by: id, token, url: 'https://programs.test/hook' };
    granted(await setSeatWebhook(own.ctx, request));
    await Promise.all([
      setSeatWebhook(own.ctx, request),
      setSecurityCode(own.ctx, id, `${testCode} ${round}`, token),
      deleteAccount(own.ctx, id),
    ]);
    expect(await own.ctx.db.prisma.webhook.count({ where: { accountId: id } })).toBe(0);
  }
});
