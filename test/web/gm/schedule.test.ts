import { describe, expect, test } from 'vitest';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { composeDelivery } from '../../../src/mail/outbound/compose-delivery.ts';
import { anAccount, gameNow, goodSheet, runningGame, send } from '../../games/game/play.ts';
import { useWeb } from '../use-web.ts';
import { signedIn } from '../visitor.ts';

const { own, app } = useWeb();

const fresh = (id: string) => gameNow(own.ctx, id);

describe('the schedule page', () => {
  test('is for the GM of the game only', async () => {
    const { game, players } = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    const address = `/gm/games/${gameNumber(game)}/schedule`;
    const [player] = players as [(typeof players)[number]];
    const visitor = await signedIn(app, own.ctx, player);
    expect((await visitor.get(address)).statusCode).toBe(404);
    for (const form of ['', '/extend', '/due', '/pause', '/resume']) {
      const response = await visitor.post(`${address}${form}`, {
        turn: '1',
        days: '3',
        daysPerTurn: '3',
        timeZone: 'UTC',
      });
      expect(response.statusCode).toBe(404);
    }
    expect((await fresh(game.id)).due).toEqual(game.due);
  });

  test('saves its form, which shows the schedule in force and what was typed', async () => {
    const { game, gm } = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    const address = `/gm/games/${gameNumber(game)}/schedule`;
    const visitor = await signedIn(app, own.ctx, gm);
    const form = {
      daysPerTurn: '7',
      timeZone: 'Europe/Berlin',
      weekday1: 'yes',
      weekday4: 'yes',
      autoProcess: 'yes',
    };
    const more = {
      dueTime: '18:00',
      graceHours: '24',
      minHours: '48',
      blackouts: '2027-12-20 to 2028-01-03',
    };
    const bad = await visitor.post(address, { ...form, ...more, blackouts: 'Christmas' });
    expect(bad.statusCode).toBe(422);
    expect(bad.body).toContain('id="problem-blackouts"');
    expect(bad.body).toContain('>Christmas</textarea>');
    expect((await visitor.post(address, { ...form, ...more })).headers.location).toBe(
      `${address}?done=schedule-saved`,
    );
    expect(await fresh(game.id)).toMatchObject({
      ...{ daysPerTurn: 7, timeZone: 'Europe/Berlin', weekdays: [1, 4], dueTime: '18:00', autoProcess: true },
      ...{ graceHours: 24, minHours: 48, blackouts: [{ from: '2027-12-20', to: '2028-01-03' }] },
    });
    const page = (await visitor.get(address)).body;
    expect(page).toContain('Sheets due every Monday and Thursday at 6:00 PM (Europe/Berlin)');
    expect(page).toMatch(/name="weekday4" value="yes" checked/);
    expect(page).toContain('>2027-12-20 to 2028-01-03</textarea>');
  });

  test('extends, pauses and resumes; an outdated page does nothing', async () => {
    const { game, gm } = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    const address = `/gm/games/${gameNumber(game)}/schedule`;
    const visitor = await signedIn(app, own.ctx, gm);
    expect((await visitor.post(`${address}/extend`, { turn: '2', days: '3' })).statusCode).toBe(422);
    expect((await visitor.post(`${address}/extend`, { turn: '1', days: 'x' })).statusCode).toBe(422);
    const refused = await visitor.post(`${address}/extend`, { turn: '1', days: '999', reason: 'Snow' });
    expect(refused.body).toMatch(/id="extend-reason"[^>]* value="Snow"/);
    expect(refused.body).toMatch(/id="pause-reason"[^>]* value=""/);
    const knownDue = /name="knownDue" value="([^"]+)"/.exec(refused.body)?.[1] ?? '';
    const form = { turn: '1', days: '3', reason: 'Snow', knownDue };
    const extended = await visitor.post(`${address}/extend`, form);
    expect(extended.headers.location).toBe(`${address}?done=extended`);
    const doubleClick = await visitor.post(`${address}/extend`, form);
    expect(doubleClick.headers.location).toBe(`${address}?done=extended`);
    const again = await visitor.post(`${address}/extend`, { ...form, days: '4' });
    expect(again.statusCode).toBe(422);
    expect(again.body).toContain('The due date has changed, so no days were added.');
    expect((await fresh(game.id)).due?.toISOString()).toBe('2027-03-18T22:00:00.000Z');
    await visitor.post(`${address}/pause`, { turn: '1' });
    expect((await visitor.get(address)).body).toContain('<strong>Paused</strong> since');
    const inLobby = new RegExp(`>${gameNumber(game)}</a></th>[^]*?<td[^>]*>paused</td>`);
    expect((await visitor.get('/')).body).toMatch(inLobby);
    const process = await visitor.post(`/gm/games/${gameNumber(game)}/process`, { turn: '1', anyway: 'yes' });
    expect(process.statusCode).toBe(409);
    expect(process.body).toContain('The game is paused. Resume it before you process a turn.');
    await visitor.post(`${address}/resume`, { turn: '1', due: '2027-04-02T18:00' });
    expect((await fresh(game.id)).due?.toISOString()).toBe('2027-04-02T22:00:00.000Z');
  });
});

test('a new game is created with its schedule', async () => {
  const visitor = await signedIn(app, own.ctx, await anAccount(own.ctx, 'Greta Master', true));
  const form = (await visitor.get('/gm/new?ruleset=election-year')).body;
  expect(form).toMatch(/name="autoProcess" value="yes" checked/);
  expect(form).toMatch(/name="avoidAbsences" value="yes" [^>]*>/);
  expect(form).not.toMatch(/name="avoidAbsences" value="yes" [^>]*checked/);
  const wanted = { ruleset: 'election-year', title: 'By the week', daysPerTurn: '7', timeZone: 'UTC' };
  const dates = {
    avoidAbsences: 'yes',
    weekday5: 'yes',
    dueTime: '20:00',
    graceHours: '12',
    minHours: '0',
    autoProcess: 'yes',
  };
  expect((await visitor.post('/gm/new', { ...wanted, ...dates, graceHours: '9999' })).body).toContain(
    'id="problem-graceHours"',
  );
  expect((await visitor.post('/gm/new', { ...wanted, ...dates })).statusCode).toBe(303);
  const game = await own.ctx.db.prisma.gameSchedule.findFirstOrThrow({
    where: { game: { title: 'By the week' } },
  });
  expect(game).toMatchObject({ weekdays: [5], dueTime: '20:00', graceHours: 12, autoProcess: true });
  expect(game.avoidAbsences).toBe(true);
});

test('the mail about a new date moves the entry in a calendar, and the mail about a pause removes it', async () => {
  const { game, gm } = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  const address = `/gm/games/${gameNumber(game)}/schedule`;
  const visitor = await signedIn(app, own.ctx, gm);
  const begun = own.ctx.now();
  const entries: string[] = [];
  const deps = {
    ctx: own.ctx,
    from: 'Whistlestop <post@whistlestop.test>',
    publicUrl: 'https://whistlestop.test',
    renderPdf: async () => Buffer.from(''),
  };
  for (const [minutes, form] of [
    ['1', 'extend'],
    ['2', 'pause'],
    ['3', 'resume'],
  ] as const) {
    own.setNow(new Date(begun.getTime() + Number(minutes) * 60_000));
    await visitor.post(`${address}/${form}`, { turn: '1', days: '3' });
    const last = await own.ctx.db.prisma.delivery.findFirstOrThrow({
      where: { gameId: game.id, kind: 'notice' },
      orderBy: { createdAt: 'desc' },
    });
    const mail = await composeDelivery(deps, last.id);
    entries.push(String(mail.attachments?.[0]?.content));
  }
  own.setNow(begun);
  const line = (name: string) =>
    entries.map((entry) => new RegExp(`^${name}[:;](.*)\\r$`, 'm').exec(entry)?.[1]);
  expect(new Set(line('UID'))).toEqual(
    new Set([`${gameNumber(game).toLowerCase()}-turn-1@whistlestop.test`]),
  );
  expect(line('METHOD')).toEqual(['PUBLISH', 'CANCEL', 'PUBLISH']);
  expect(line('STATUS')).toEqual(['CONFIRMED', 'CANCELLED', 'CONFIRMED']);
  const sequences = line('SEQUENCE').map(Number);
  expect(sequences).toEqual([0, 1, 2].map((more) => (sequences[0] as number) + more));
  expect(entries[0]).toContain('20270318T220000Z');
  // The pause took a minute, so the date is the same.
  expect(entries[2]).toContain('20270318T220000Z');
});

describe('the sheet page', () => {
  test('orders are marked as final, shown as final, and reopened', async () => {
    const { game, gm, seats, players } = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    const number = gameNumber(game);
    const gmVisitor = await signedIn(app, own.ctx, gm);
    const sheet = `/my/games/${number}/sheet`;
    const visitor = await signedIn(app, own.ctx, players[0] as (typeof players)[number]);
    // The GM processes the turns: there are no final orders, and the mark is ignored.
    expect((await visitor.get(sheet)).body).not.toContain('name="_final"');
    await visitor.post(sheet, { _turn: '1', _seat: 'AB', _final: 'yes' });
    const finals = () => own.ctx.db.prisma.sheet.count({ where: { gameId: game.id, final: true } });
    expect(await finals()).toBe(0);

    const rules = {
      daysPerTurn: '14',
      timeZone: 'UTC',
      autoProcess: 'yes',
      processWhenFinal: 'yes',
      reopenMinutes: '45',
    };
    await gmVisitor.post(`/gm/games/${number}/schedule`, rules);
    expect((await visitor.get(sheet)).body).toContain('name="_final" value="yes"');
    const sent = await visitor.post(sheet, { _turn: '1', _seat: 'AB', _final: 'yes' });
    expect(sent.statusCode).toBe(303);
    expect(await finals()).toBe(1);
    const page = (await visitor.get(sheet)).body;
    expect(page).toContain('Your orders are final');
    expect(page).toMatch(/name="_final" value="yes" checked/);
    const back = await visitor.post(`${sheet}/reopen`, { _turn: '1' });
    expect(back.headers.location).toBe(`${sheet}?done=orders-reopened`);
    expect(await finals()).toBe(0);
    expect((await visitor.post(`${sheet}/reopen`, { _turn: '1' })).statusCode).toBe(409);
    expect((await visitor.post(`${sheet}/reopen`)).statusCode).toBe(400);
    expect((await gmVisitor.post(`${sheet}/reopen`, { _turn: '1' })).statusCode).toBe(404);
    // A sheet that is sent without the mark is not final.
    const second = seats[1] as (typeof seats)[number];
    await send(own.ctx, second, 1, await goodSheet(own.ctx, game.id, second));
    expect(await finals()).toBe(0);
  });
});

test('players vote for more time on the sheet page if the game allows it', async () => {
  const { game, gm, players } = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  const number = gameNumber(game);
  const sheet = `/my/games/${number}/sheet`;
  const [ann, carl] = players as [(typeof players)[number], (typeof players)[number]];
  const first = await signedIn(app, own.ctx, ann);
  expect((await first.get(sheet)).body).not.toContain('Vote for more time');
  const gmVisitor = await signedIn(app, own.ctx, gm);
  const rules = { daysPerTurn: '14', timeZone: 'America/New_York', voteExtensionDays: '2' };
  await gmVisitor.post(`/gm/games/${number}/schedule`, rules);
  const page = (await first.get(sheet)).body;
  expect(page).toContain('0 of the 2 votes');
  const due = /name="due" value="([^"]+)"/.exec(page)?.[1] ?? '';
  expect((await first.post(`${sheet}/vote`, { _turn: '1', due: 'soon' })).statusCode).toBe(400);
  const voted = await first.post(`${sheet}/vote`, { _turn: '1', due });
  expect(voted.headers.location).toBe(`${sheet}?done=voted`);
  expect((await first.get(sheet)).body).toContain('You have voted for it');
  const second = await signedIn(app, own.ctx, carl);
  const passed = await second.post(`${sheet}/vote`, { _turn: '1', due });
  expect(passed.headers.location).toBe(`${sheet}?done=vote-passed`);
  expect((await fresh(game.id)).due?.toISOString()).toBe('2027-03-17T22:00:00.000Z');
  expect((await second.post(`${sheet}/vote`, { _turn: '1', due })).statusCode).toBe(409);
});

test('the account page sets how early reminders are sent', async () => {
  const account = await anAccount(own.ctx, 'Ann Baker');
  const visitor = await signedIn(app, own.ctx, account);
  expect((await visitor.get('/account')).body).toMatch(/<option value="48" selected>2 days before/);
  const form = { name: 'Ann Baker', timeZone: 'UTC', paper: 'letter' };
  expect((await visitor.post('/account', { ...form, remindHours: '13' })).body).toContain(
    'id="problem-remindHours"',
  );
  expect((await visitor.post('/account', { ...form, remindHours: '168' })).statusCode).toBe(303);
  const { remindHours } = await own.ctx.db.prisma.account.findUniqueOrThrow({ where: { id: account.id } });
  expect(remindHours).toBe(168);
});
