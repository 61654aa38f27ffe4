import { describe, expect, test } from 'vitest';
import type { Account } from '../../../src/database/generated/client.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { inspectionLines } from '../../../src/games/inspections/inspections-view.ts';
import { anAccount, gameNow, runningGame } from '../../games/game/play.ts';
import { useWeb } from '../use-web.ts';
import { aWeb, signedIn, type Visitor } from '../visitor.ts';

/* The form for a new game, and what follows: the invitation link, and beginning with fewer seats than wanted. */

const { own, app } = useWeb({ limits: { forms: 1000 } });

interface Person {
  account: Account;
  visitor: Visitor;
}

/** Someone whose address is proved and who has no right to run games. */
async function aFriend(name = 'Fay Friend'): Promise<Person> {
  const { id } = await anAccount(own.ctx, name);
  const data = { addressProvedAt: own.ctx.now() };
  const account = await own.ctx.db.prisma.account.update({ where: { id }, data });
  return { account, visitor: await signedIn(app, own.ctx, account) };
}

const SHORT = { ruleset: 'election-year', title: 'Among friends', timeZone: 'UTC', letters: 'open' };

/** Sends the form, and returns the path of the GM page. */
async function created(visitor: Visitor, fields: Record<string, string>): Promise<string> {
  const made = await visitor.post('/gm/new', { ...SHORT, ...fields });
  expect(made.statusCode, made.body).toBe(303);
  expect(made.headers.location).toMatch(/^\/gm\/games\/EY-\d+\?done=game-created$/);
  return String(made.headers.location).replace(/\?.*/, '');
}

async function newestOf({ id }: Account) {
  const { game } = own.ctx.db.prisma;
  const { id: gameId } = await game.findFirstOrThrow({ where: { gmId: id }, orderBy: { serial: 'desc' } });
  return gameNow(own.ctx, gameId);
}

describe('the form', () => {
  test('suggests a game that only has to be confirmed', async () => {
    const { visitor, account } = await aFriend();
    const form = (await visitor.get('/gm/new?ruleset=election-year')).body;
    expect(form).toContain('value="Fay Friend’s Election Year"');
    expect(form).toMatch(/name="seatsWanted"[^>]*value="6"/);
    expect(form).toMatch(/name="computers"[^>]*value="0"/);
    expect(form).toMatch(/name="gmPlays" value="yes"[^>]*checked/);
    expect(form).toMatch(/name="pace" value="weekly" checked/);
    expect(form).toMatch(/name="letters" value="open" checked/);
    expect(form).toContain('This is a game for friends');
    await created(visitor, { pace: 'weekly', seatsWanted: '6', computers: '2', gmPlays: 'yes' });
    const game = await newestOf(account);
    expect(game).toMatchObject({ letters: 'open', seatsWanted: 6, forFriends: true, joining: 'invitation' });
    expect(game.seats.map(({ opponent }) => opponent)).toEqual([false, true, true]);
  });

  test('sets how well the computer plays, whether it speaks to the press, and what a copy of the game does', async () => {
    const { visitor, account } = await aFriend();
    const form = (await visitor.get('/gm/new?ruleset=election-year')).body;
    expect(form).toMatch(/<option value="standard" selected>/);
    const fields = { pace: 'weekly', computers: '3', computerGrade: 'hard', quietComputers: 'yes' };
    const gmPage = await created(visitor, fields);
    const game = await newestOf(account);
    expect(game.seats.map(({ grade }) => grade)).toEqual(['hard', 'hard', 'hard']);
    expect(game.computerPress).toBe(false);
    expect((await visitor.get(gmPage)).body).toContain('Computer candidate (hard)');
    const copy = (await visitor.get(`/gm/new?from=${gmPage.replace('/gm/games/', '')}`)).body;
    expect(copy).toMatch(/<option value="hard" selected>/);
    expect(copy).toMatch(/name="quietComputers" value="yes" checked/);
    expect((await visitor.get('/gm/new?ruleset=margin-of-error')).body).not.toContain('quietComputers');
  });

  test.each([
    ['weekly', { daysPerTurn: 7, weekdays: [], minutesPerTurn: null, graceHours: 24 }, false],
    ['twice', { weekdays: [1, 4], minutesPerTurn: null, graceHours: 12 }, false],
    ['live', { minutesPerTurn: 10, graceHours: 0, minHours: 0 }, true],
  ])('sets the pace “%s”, whatever the fields of the schedule hold', async (pace, schedule, complete) => {
    const { visitor, account } = await aFriend();
    await created(visitor, { pace, daysPerTurn: 'soon', graceHours: '9999', blackouts: 'never' });
    const game = await newestOf(account);
    expect(game).toMatchObject({
      ...schedule,
      autoProcess: true,
      processWhenComplete: complete,
      timeZone: 'UTC',
    });
  });

  test('takes every field of the schedule if the pace is custom, and shows what is wrong with them', async () => {
    const { visitor, account } = await aFriend();
    const custom = { pace: 'custom', daysPerTurn: '3', weekday2: 'yes', dueTime: '20:00', graceHours: '5' };
    const bad = await visitor.post('/gm/new', {
      ...SHORT,
      ...custom,
      graceHours: '9999',
      minutesPerTurn: '1',
    });
    expect(bad.statusCode).toBe(422);
    for (const field of ['graceHours', 'minutesPerTurn']) expect(bad.body).toContain(`id="problem-${field}"`);
    expect(bad.body).toMatch(/value="custom" checked/);
    await created(visitor, { ...custom, processWhenComplete: 'yes' });
    expect(await newestOf(account)).toMatchObject({
      ...{ daysPerTurn: 3, weekdays: [2], dueTime: '20:00', graceHours: 5, processWhenComplete: true },
      autoProcess: false,
    });
  });

  test.each([
    ['seatsWanted', '40'],
    ['seatsWanted', 'many'],
    ['computers', '7'],
    ['computers', 'some'],
    ['title', ' '],
    ['pace', 'never'],
    ['timeZone', 'Mars/Olympus'],
  ])('names the field “%s” if it is “%s”', async (field, value) => {
    const { visitor, account } = await aFriend();
    const fields = {
      ...SHORT,
      pace: 'weekly',
      seatsWanted: '6',
      computers: '1',
      gmPlays: 'yes',
      [field]: value,
    };
    const bad = await visitor.post('/gm/new', fields);
    expect(bad.statusCode).toBe(422);
    expect(bad.body).toContain(`id="problem-${field}"`);
    expect(await own.ctx.db.prisma.game.count({ where: { gmId: account.id } })).toBe(0);
  });
});

describe('a game is offered to those who may create one', () => {
  const places = ['/', '/my/games', '/account'];

  test('in the menu, in the lobby and under My games', async () => {
    const { visitor } = await aFriend();
    for (const place of places) expect((await visitor.get(place)).body).toContain('href="/gm/new"');
  });

  test('not to others', async () => {
    const account = await anAccount(own.ctx, 'Una Unproved');
    const unproved = await signedIn(app, own.ctx, account);
    // Signing in has proved it.
    await own.ctx.db.prisma.account.update({ where: { id: account.id }, data: { addressProvedAt: null } });
    for (const place of places) expect((await unproved.get(place)).body).not.toContain('href="/gm/new"');
    const refused = await unproved.get('/gm/new');
    expect(refused.statusCode).toBe(403);
    expect(refused.body).toContain('sign in once with a link that is mailed to you');
  });

  test('and says what would be right if they run as many as they may', async () => {
    const { visitor } = await aFriend();
    for (let i = 0; i < 3; i += 1) await created(visitor, { pace: 'weekly' });
    for (const answer of [await visitor.get('/gm/new'), await visitor.post('/gm/new', SHORT)]) {
      expect(answer.statusCode).toBe(403);
      expect(answer.body).toContain('You can run 3 games for friends at a time, and you run 3.');
    }
    const list = (await visitor.get('/gm')).body;
    expect(list).toContain('You can run 3 games for friends at a time');
    expect(list).not.toContain('<a role="button" href="/gm/new"');
  });

  test('to no one without the right if the operator does not want it', async () => {
    const off = await aWeb({ ...own.ctx, friendGames: 0 });
    const { account } = await aFriend();
    const visitor = await signedIn(off, own.ctx, account);
    expect((await visitor.get('/')).body).not.toContain('href="/gm/new"');
    expect((await visitor.get('/gm/new')).statusCode).toBe(403);
    await off.close();
  });
});

describe('the invitation link', () => {
  test('is on the GM page after the game is created, with a text to copy, and only in that browser', async () => {
    const { visitor, account } = await aFriend();
    const gmPath = await created(visitor, { pace: 'live' });
    const page = (await visitor.get(gmPath)).body;
    const link = /http:\/\/whistlestop\.test(\/join\/[\w-]{43})/.exec(page)?.[1] ?? '';
    expect(page).toMatch(
      /<textarea id="invitation-text"[^>]*readonly[^>]*>Fay Friend invites you to “Among friends”/,
    );
    expect(page).toContain('We play live: sheets are due every 10 minutes');
    const guest = await aFriend('Gil Guest');
    expect((await guest.visitor.get(link)).body).toContain('Take a seat');
    const elsewhere = await signedIn(app, own.ctx, account);
    const other = (await elsewhere.get(gmPath)).body;
    expect(other).not.toContain('/join/');
    expect(other).toContain(`href="${gmPath}/players#link"`);

    // A new link replaces it, here, too.
    const renewed = (await visitor.post(`${gmPath}/players/invitation-link`)).body;
    const second = /\/join\/[\w-]{43}/.exec(renewed)?.[0] ?? '';
    const now = (await visitor.get(gmPath)).body;
    expect([now.includes(second), now.includes(link)]).toEqual([true, false]);
    await visitor.post(`${gmPath}/players/invitation-link/remove`);
    expect((await visitor.get(gmPath)).body).not.toContain('/join/');
  });

  test('is not shown for another game', async () => {
    const { visitor } = await aFriend();
    const first = await created(visitor, { pace: 'weekly' });
    await created(visitor, { pace: 'weekly' });
    expect((await visitor.get(first)).body).not.toContain('/join/');
  });
});

describe('a game for friends on its GM’s pages', () => {
  test('has nothing that lets strangers in', async () => {
    const { visitor } = await aFriend();
    const gmPath = await created(visitor, {
      pace: 'weekly',
      seatsWanted: '4',
      computers: '3',
      gmPlays: 'yes',
    });
    const players = (await visitor.get(`${gmPath}/players`)).body;
    expect(players).not.toContain('from the lobby');
    expect(players).not.toContain('name="offerAbandonedSeats"');
    expect((await visitor.post(`${gmPath}/begin`, { due: '2027-05-01T18:00' })).statusCode).toBe(303);
    const page = (await visitor.get(gmPath)).body;
    expect(page).not.toContain('Offer in the lobby');
    const open = { joining: 'open', seatsWanted: '' };
    expect((await visitor.post(`${gmPath}/players/joining`, open)).statusCode).toBe(422);
  });

  test('begins with fewer seats only if the GM says what becomes of the others', async () => {
    const { visitor, account } = await aFriend();
    const gmPath = await created(visitor, { pace: 'live', seatsWanted: '5', computers: '3', gmPlays: 'yes' });
    const page = (await visitor.get(gmPath)).body;
    expect(page).toContain('1 of the 5 seats is missing.');
    expect(page).toContain('<input type="hidden" name="due" value="schedule">');
    expect(page).toContain('Begin with 4 seats');
    const asked = await visitor.post(`${gmPath}/begin`, { due: 'schedule' });
    expect(asked.body).toContain('id="invitation-text"');
    expect([asked.statusCode, asked.body.includes('id="problem-missing"')]).toEqual([422, true]);
    const begun = await visitor.post(`${gmPath}/begin`, { due: 'schedule', missing: 'fill' });
    expect(begun.statusCode).toBe(303);
    const game = await newestOf(account);
    expect(game.seats.filter(({ opponent }) => opponent).length).toBe(4);
    expect(game.due?.getTime()).toBe(own.ctx.now().getTime() + 10 * 60_000);
  });

  test('names a computer candidate that is added without a name', async () => {
    const { visitor, account } = await aFriend();
    const gmPath = await created(visitor, { pace: 'weekly' });
    const added = await visitor.post(`${gmPath}/seats`, { sitter: 'opponent', name: '' });
    expect(added.statusCode).toBe(303);
    const [seat] = (await newestOf(account)).seats;
    expect(seat?.name).toMatch(/^\w+ \w+$/);
    expect((await visitor.post(`${gmPath}/seats`, { sitter: 'player', name: '' })).statusCode).toBe(422);
  });
});

describe('copying the settings of a game', () => {
  test('fills the form, and takes over what the form does not ask', async () => {
    const { visitor, account } = await aFriend();
    const gmPath = await created(visitor, {
      ...{ pace: 'twice', seatsWanted: '5', computers: '2', gmPlays: 'yes', letters: 'before-3' },
      title: 'The first one',
    });
    await visitor.post(`${gmPath}/players`, { maxMisses: '5', minReliability: '50' });
    const number = gmPath.replace('/gm/games/', '');
    for (const place of [gmPath, '/gm']) {
      expect((await visitor.get(place)).body).toContain(`href="/gm/new?from=${number}"`);
    }
    const form = (await visitor.get(`/gm/new?from=${number}`)).body;
    expect(form).toContain('value="The first one"');
    expect(form).toMatch(/name="pace" value="twice" checked/);
    expect(form).toMatch(/name="letters" value="before-3" checked/);
    expect(form).toMatch(/name="computers"[^>]*value="2"/);
    await created(visitor, {
      from: number,
      pace: 'twice',
      seatsWanted: '5',
      computers: '2',
      title: 'The second',
    });
    const game = await newestOf(account);
    expect(game).toMatchObject({ title: 'The second', maxMisses: 5, minReliability: 50, weekdays: [1, 4] });
    expect(game.seats.every(({ opponent }) => opponent)).toBe(true);
  });

  test('keeps a schedule of its own and the ruleset’s options', async () => {
    const { visitor } = await aFriend();
    const made = await visitor.post('/gm/new', {
      ...{ ruleset: 'margin-of-error', title: 'Margins', timeZone: 'UTC', letters: 'none', pace: 'custom' },
      ...{ daysPerTurn: '5', 'options.opponent': 'tough', 'options.homeStates': 'yes' },
    });
    const number = /MOE-\d+/.exec(String(made.headers.location))?.[0];
    const form = (await visitor.get(`/gm/new?from=${number}`)).body;
    expect(form).toMatch(/name="pace" value="custom" checked/);
    expect(form).toMatch(/name="daysPerTurn"[^>]*value="5"/);
    expect(form).toMatch(/<option value="tough" selected>/);
    expect(form).toMatch(/name="options.homeStates" value="yes" checked/);
  });

  test('is for the GM of the game alone', async () => {
    const { visitor } = await aFriend();
    const gmPath = await created(visitor, { pace: 'weekly' });
    const number = gmPath.replace('/gm/games/', '');
    const other = await aFriend('Otto Other');
    expect((await other.visitor.get(`/gm/new?from=${number}`)).statusCode).toBe(404);
    const sent = await other.visitor.post('/gm/new', { ...SHORT, pace: 'weekly', from: number });
    expect(sent.statusCode).toBe(404);
    expect((await other.visitor.get('/gm/new?from=EY-999')).statusCode).toBe(404);
  });
});

describe('a GM who writes questions of the game', () => {
  const QUESTIONS = 'general: Which river is ours?\r\n+ The Silent Elk\r\n- Deer\r\n- Moose\r\n- Bear';
  const politics = { ruleset: 'politics', pace: 'weekly', 'options.questions': QUESTIONS };
  const pathOf = (location: unknown) => String(location).replace(/\?.*/, '');

  test('sees mistakes by line, and what was typed stays in the form', async () => {
    const { visitor } = await aFriend();
    const wrong = { ...SHORT, ...politics, 'options.questions': `${QUESTIONS}\r\n- Fox <b>` };
    const refused = await visitor.post('/gm/new', wrong);
    expect(refused.statusCode).toBe(422);
    expect(refused.body).toContain(
      'Line 1: this question must have one right answer (+) and three wrong ones (-).',
    );
    expect(refused.body).toContain('- Fox &lt;b&gt;</textarea>');
  });

  test('cannot play, now or later, and everyone is told', async () => {
    const { visitor, account } = await aFriend('Quinn Quiz');
    const refused = await visitor.post('/gm/new', { ...SHORT, ...politics, gmPlays: 'yes' });
    expect(refused.statusCode).toBe(422);
    expect(refused.body).toContain('You know the answers to your own questions');
    const made = await visitor.post('/gm/new', { ...SHORT, ...politics });
    expect(made.statusCode, made.body).toBe(303);
    const game = await newestOf(account);
    const take = await visitor.post(`${pathOf(made.headers.location)}/seats`, {
      email: account.email,
      name: 'Me',
    });
    expect(take.statusCode).toBe(422);
    expect(await own.ctx.db.prisma.seat.count({ where: { gameId: game.id } })).toBe(0);
    expect(await inspectionLines(own.ctx, game)).toEqual([
      expect.stringMatching(/^Quinn Quiz wrote questions of this game and knows their answers on /),
    ]);
  });

  test('can copy them into the next game, and nobody else sees them', async () => {
    const { visitor, account } = await aFriend('Quentin Quill');
    const made = await visitor.post('/gm/new', { ...SHORT, ...politics, 'options.bank': 'specimen' });
    const number = pathOf(made.headers.location).split('/').at(-1);
    const copy = await visitor.get(`/gm/new?from=${number}`);
    expect(copy.body).toContain('The Silent Elk');
    expect(copy.body).toMatch(/<option value="specimen" selected>/);
    const { visitor: other } = await aFriend('Olga Other');
    const pages = [
      `/gm/new?from=${number}`,
      `/games/${number}`,
      `/games/${number}/export.json`,
      `/api/games/${number}`,
    ];
    for (const page of pages) expect((await other.get(page)).body, page).not.toContain('Silent Elk');
    // With questions of one's own, one game a day can be created.
    own.setNow(new Date(own.ctx.now().getTime() + 25 * 3_600_000));
    const again = await visitor.post('/gm/new', {
      ...SHORT,
      ...politics,
      'options.questions':
        /name="options.questions"[^>]*>\n([^<]*)</.exec(copy.body)?.[1]?.replaceAll('&quot;', '"') ?? '',
    });
    expect(again.statusCode, again.body).toBe(303);
    const { options } = await own.ctx.db.prisma.gameState.findUniqueOrThrow({
      where: { gameId: (await newestOf(account)).id },
    });
    expect(options).toMatchObject({
      questions: [{ id: 'own-1', choices: ['The Silent Elk', 'Deer', 'Moose', 'Bear'] }],
    });
  });

  test('is told that they are published once their game is over', async () => {
    const { prisma } = own.ctx.db;
    const g = await runningGame(own.ctx, { ruleset: 'politics', humans: 2, opponents: 0 });
    const where = { gameId: g.game.id };
    const { options } = await prisma.gameState.findUniqueOrThrow({ where });
    const choices = ['The Elk', 'The Deer', 'The Moose', 'The Bear'];
    const question = { id: 'own-1', kind: 'general', level: 1, text: 'Which river?', choices, answer: 0 };
    const questions = [question];
    await prisma.gameState.update({ where, data: { options: { ...Object(options), questions } } });
    const visitor = await signedIn(app, own.ctx, g.gm);
    const form = async () => (await visitor.get(`/gm/new?from=${gameNumber(g.game)}`)).body;
    const published = 'That game is over: anyone can download its';
    expect(await form()).not.toContain(published);
    const over = { status: 'over' as const, endedAt: own.ctx.now() };
    await prisma.game.update({ where: { id: g.game.id }, data: over });
    expect(await form()).toContain(published);
  });

  test('may send a text that is longer than any sheet', async () => {
    const { visitor } = await aFriend();
    const long = `${QUESTIONS}\n`.repeat(400) + '#'.repeat(80_000);
    const made = await visitor.post('/gm/new', { ...SHORT, ...politics, 'options.questions': long });
    expect(made.statusCode, made.body.slice(0, 500)).toBe(303);
  });
});
