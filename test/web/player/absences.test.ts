import { expect, test } from 'vitest';
import type { Account } from '../../../src/database/generated/client.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { anAccount, formingGame, runningGame } from '../../games/game/play.ts';
import { useWeb } from '../use-web.ts';
import { aVisitor, signedIn } from '../visitor.ts';

const { own, app } = useWeb();

const PAGE = '/account/absences';
const days = { firstDay: '2027-03-20', lastDay: '2027-03-24' };
const inWords = 'Sat, Mar 20, 2027, to Wed, Mar 24, 2027';
const absencesOf = (account: Account) =>
  own.ctx.db.prisma.absence.findMany({ where: { accountId: account.id } });

test('a player announces an absence, everyone sees it, and the player withdraws it', async () => {
  const { game, gm, players } = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  const number = gameNumber(game);
  const [ann] = players as [Account];
  const visitor = await signedIn(app, own.ctx, ann);
  const shown = `[AB]</span> Ann Baker: ${inWords}`;
  expect((await visitor.get('/account')).body).toContain(`href="${PAGE}"`);
  const blank = (await visitor.get(PAGE)).body;
  expect(blank).toContain('You have not announced any absences.');
  expect(blank).toContain('Everyone can see it');
  expect(blank).toContain('absences are shown, but due dates do not move');
  expect((await visitor.get(`/my/games/${number}`)).body).toContain(`href="${PAGE}"`);

  const bad = await visitor.post(PAGE, { firstDay: '2027-03-20', lastDay: '2027-03-19' });
  expect(bad.statusCode).toBe(422);
  expect(bad.body).toContain('id="problem-lastDay"');
  expect(bad.body).toMatch(/name="firstDay"[^>]* value="2027-03-20"/);
  expect((await visitor.post(PAGE, {})).body).toContain('id="problem-firstDay"');
  expect((await visitor.post(PAGE, { ...days, firstDay: 'x'.repeat(50) })).statusCode).toBe(422);
  expect(await absencesOf(ann)).toEqual([]);

  const done = await visitor.post(PAGE, days);
  expect(done.headers.location).toBe(`${PAGE}?done=absence-announced`);
  expect((await visitor.get(PAGE)).body).toContain(inWords);
  const gmVisitor = await signedIn(app, own.ctx, gm);
  expect((await aVisitor(app).get(`/games/${number}`)).body).toContain(`[AB] Ann Baker, ${inWords}`);
  for (const [who, url] of [
    [visitor, `/my/games/${number}`],
    [gmVisitor, `/gm/games/${number}`],
    [gmVisitor, `/gm/games/${number}/schedule`],
  ] as const) {
    expect((await who.get(url)).body, url).toContain(shown);
  }
  const told = (await aVisitor(app).get(`/api/games/${number}`)).json<{ away: unknown }>();
  expect(told.away).toEqual([{ seat: 'AB', ...days }]);
  await gmVisitor.post(`/gm/games/${number}/schedule`, {
    daysPerTurn: '14',
    timeZone: 'UTC',
    avoidAbsences: 'yes',
  });
  expect((await visitor.get(PAGE)).body).toContain('new due dates are set around the absences');
  expect((await gmVisitor.get(`/gm/games/${number}/schedule`)).body).toMatch(
    /name="avoidAbsences" value="yes"[^>]* checked/,
  );

  const [absence] = await absencesOf(ann);
  const address = `${PAGE}/${absence?.id}/withdraw`;
  expect((await visitor.post(address)).headers.location).toBe(`${PAGE}?done=absence-withdrawn`);
  expect((await visitor.post(address)).statusCode).toBe(409);
  expect((await aVisitor(app).get(`/games/${number}`)).body).not.toContain(inWords);
});

test('no one announces or withdraws an absence for another person, or without a form token', async () => {
  const ann = await anAccount(own.ctx, 'Ann Baker');
  const visitor = await signedIn(app, own.ctx, ann);
  await visitor.post(PAGE, days);
  const [absence] = await absencesOf(ann);
  const address = `${PAGE}/${absence?.id}/withdraw`;
  const stranger = await signedIn(app, own.ctx, await anAccount(own.ctx, 'Stan Stranger'));
  expect((await stranger.get(PAGE)).body).not.toContain(inWords);
  expect((await stranger.post(address)).statusCode).toBe(409);
  expect((await visitor.postBare(address, {})).statusCode).toBe(403);
  expect((await visitor.postBare(PAGE, days)).statusCode).toBe(403);
  const signedOut = aVisitor(app);
  expect((await signedOut.get(PAGE)).statusCode).toBe(303);
  expect((await signedOut.post(PAGE, days)).statusCode).toBe(401);
  expect((await signedOut.post(address)).statusCode).toBe(401);
  expect((await visitor.post(`${PAGE}/nothing/withdraw`)).statusCode).toBe(404);
  expect(await absencesOf(ann)).toHaveLength(1);
});

test('GMs are not flooded with mail: changes are limited per hour', async () => {
  const { players } = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  const visitor = await signedIn(app, own.ctx, players[0] as Account);
  const statuses: number[] = [];
  for (let i = 0; i < 16; i += 1) {
    statuses.push((await visitor.post(PAGE, days)).statusCode);
    const [absence] = await absencesOf(players[0] as Account);
    if (absence) statuses.push((await visitor.post(`${PAGE}/${absence.id}/withdraw`)).statusCode);
  }
  expect(statuses.filter((code) => code === 303)).toHaveLength(30);
  expect(statuses).toContain(429);
});

test('the GM page of a forming game suggests a first due date that its schedule allows', async () => {
  const { game, gm } = await formingGame(own.ctx, { humans: 1, opponents: 3 });
  const gmVisitor = await signedIn(app, own.ctx, gm);
  const gmPath = `/gm/games/${gameNumber(game)}`;
  expect((await gmVisitor.get(gmPath)).body).toContain('value="2027-03-15T18:00"');
  const rules = { daysPerTurn: '14', timeZone: 'America/New_York', weekday4: 'yes', dueTime: '20:30' };
  await gmVisitor.post(`${gmPath}/schedule`, { ...rules, blackouts: '2027-03-04' });
  expect((await gmVisitor.get(gmPath)).body).toContain('value="2027-03-11T20:30"');
  const begun = await gmVisitor.post(`${gmPath}/begin`, { due: '2027-03-11T20:30' });
  expect(begun.statusCode).toBe(303);
});

test('a vote for more time is withdrawn on the sheet page', async () => {
  const { game, gm, players } = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  const sheet = `/my/games/${gameNumber(game)}/sheet`;
  const gmVisitor = await signedIn(app, own.ctx, gm);
  await gmVisitor.post(`/gm/games/${gameNumber(game)}/schedule`, {
    ...{ daysPerTurn: '14', timeZone: 'America/New_York', voteExtensionDays: '2' },
  });
  const visitor = await signedIn(app, own.ctx, players[0] as Account);
  const due = /name="due" value="([^"]+)"/.exec((await visitor.get(sheet)).body)?.[1] ?? '';
  const fields = { _turn: '1', due };
  expect((await visitor.post(`${sheet}/vote/withdraw`, fields)).statusCode).toBe(409);
  await visitor.post(`${sheet}/vote`, fields);
  const page = (await visitor.get(sheet)).body;
  expect(page).toContain('Withdraw my vote');
  expect(page).not.toContain('>Vote for more time<');
  const back = await visitor.post(`${sheet}/vote/withdraw`, fields);
  expect(back.headers.location).toBe(`${sheet}?done=vote-withdrawn`);
  expect((await visitor.get(sheet)).body).toContain('0 of the 2 votes');
  expect((await visitor.post(`${sheet}/vote/withdraw`, { due })).statusCode).toBe(400);
  expect((await gmVisitor.post(`${sheet}/vote/withdraw`, fields)).statusCode).toBe(404);
});
