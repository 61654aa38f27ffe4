import { beforeEach, expect, test } from 'vitest';
import { newPaperAddress } from '../../src/accounts/paper-address.ts';
import { operator } from '../../src/cli/operator.ts';
import type { Account } from '../../src/database/generated/client.ts';
import { deleteAccount } from '../../src/games/seats/delete-account.ts';
import { anAccount, codesOf, granted } from '../games/game/play.ts';
import { useWeb } from '../web/use-web.ts';
import { signedIn } from '../web/visitor.ts';

const { own, app } = useWeb();
let olive: Account;
let ann: Account;

beforeEach(async () => {
  const { account } = own.ctx.db.prisma;
  await account.updateMany({ data: { operator: false } });
  olive = await anAccount(own.ctx, 'Olive Operator');
  ann = await anAccount(own.ctx, 'Ann Baker');
  await account.update({ where: { id: olive.id }, data: { operator: true } });
});

async function run(who: string, options: { give?: boolean; take?: boolean }) {
  let [out, err] = ['', ''];
  const stdout = { write: (text: string) => (out += text) };
  const stderr = { write: (text: string) => (err += text) };
  const status = await operator(own.ctx, who, options, { stdout, stderr });
  return { status, out, err };
}

test('an account gets the right and loses it, in sessions that are open, too', async () => {
  const visitor = await signedIn(app, own.ctx, ann);
  expect((await visitor.get('/operator')).statusCode).toBe(403);
  const given = await run(` ${ann.email.toUpperCase()}`, { give: true });
  expect([given.status, given.out]).toEqual([
    0,
    expect.stringContaining(`Ann Baker (#${ann.id}) is an operator now.`),
  ]);
  expect((await visitor.get('/operator')).statusCode).toBe(200);
  expect((await run(String(ann.id), { give: true })).out).toContain('is an operator already.');
  const taken = await run(`#${ann.id}`, { take: true });
  expect([taken.status, taken.out]).toEqual([0, expect.stringContaining('is not an operator anymore.')]);
  expect((await visitor.get('/operator')).statusCode).toBe(403);
  expect((await run(`${ann.id}`, { take: true })).out).toContain('is not an operator.');
});

test('the last operator keeps the right, also if two commands take it at once', async () => {
  const refused = await run(String(olive.id), { take: true });
  expect([refused.status, refused.err]).toEqual([2, expect.stringContaining('is the only operator.')]);
  await run(String(ann.id), { give: true });
  const both = await Promise.all([olive, ann].map(({ id }) => run(String(id), { take: true })));
  expect(both.map(({ status }) => status).sort()).toEqual([0, 2]);
  expect(await own.ctx.db.prisma.account.count({ where: { operator: true } })).toBe(1);
});

test('an operator can delete their account once the right is taken', async () => {
  expect(codesOf(await deleteAccount(own.ctx, olive.id))).toEqual(['operator']);
  await run(String(ann.id), { give: true });
  await run(String(olive.id), { take: true });
  granted(await deleteAccount(own.ctx, olive.id));
  const gone = await run(String(olive.id), { give: true });
  expect([gone.status, gone.err]).toEqual([2, `There is no account #${olive.id}.\n`]);
});

test('accounts that no one can use, unknown ones and unclear commands are refused', async () => {
  const paper = await anAccount(own.ctx, 'Percy Post');
  await own.ctx.db.prisma.account.update({ where: { id: paper.id }, data: { email: newPaperAddress() } });
  const refusals = [
    await run(String(paper.id), { give: true }),
    await run('99999', { give: true }),
    await run('99999999999', { give: true }),
    await run('nobody@players.test', { take: true }),
    await run('Ann Baker', { give: true }),
    await run(String(ann.id), {}),
    await run(String(ann.id), { give: true, take: true }),
  ];
  expect(refusals.map(({ status, out }) => [status, out])).toEqual(refusals.map(() => [2, '']));
  expect(refusals[0]?.err).toContain('plays by post');
  expect(refusals.at(-1)?.err).toContain('--give or --take');
});
