import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SCOPES, type Scope } from '../../../src/accounts/access-tokens.ts';
import type { Account } from '../../../src/database/generated/client.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { setLettersPolicy } from '../../../src/games/letters/letters-policy.ts';
import { setSchedule } from '../../../src/games/schedule/change-due-date.ts';
import { schedulePolicyOf } from '../../../src/games/schedule/schedule-view.ts';
import { makeJoinLink, setJoiningPolicy } from '../../../src/games/seats/joining-policy.ts';
import {
  anAccount,
  formingGame,
  gameNow,
  granted,
  runningGame,
  type TestGame,
} from '../../games/game/play.ts';
import { playUntil, runningPolitics } from '../../games/questions/played-politics.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { aWeb } from '../visitor.ts';
import { ask, aToken, type Got } from './a-program.ts';
import { type Description, descriptionOf, faultsOf } from './description.ts';

/* What players do besides their sheets, through a program. Every answer is what the description of the API says. */

let own: TestContext;
let app: FastifyInstance;
let description: Description;
let play: TestGame;
let number: string;
let ann: Program;
let carl: Program;
/** The operations that were used with success. */
const used = new Set<string>();

/** Sends a request as one person, with one token. `path` has the parameters of the description. */
type Program = (
  operation: string,
  asked?: { query?: string; json?: unknown; params?: Record<string, string> },
) => Promise<Got>;

async function aProgram({ id }: Account, scopes: readonly Scope[] = SCOPES): Promise<Program> {
  const token = await aToken(own.ctx, id, scopes);
  return async (operation, { query = '', json, params = {} } = {}) => {
    const [method, path] = operation.split(' ') as ['GET' | 'POST' | 'DELETE', string];
    const values: Record<string, string> = { number, ...params };
    const url = path.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');
    const body = method === 'POST' ? (json ?? {}) : undefined;
    const got = await ask(app, token, [method, `${url}${query}`], body);
    const described = description.paths[path]?.[method.toLowerCase()];
    if (got.body !== null) expect(faultsOf(described, got.status, got.body), operation).toEqual([]);
    if (got.status === 200) used.add(operation);
    return got;
  };
}

beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx, { limits: { forms: 1000 } });
  description = await descriptionOf(app);
  play = await runningGame(own.ctx, { humans: 3, opponents: 1 });
  number = gameNumber(play.game);
  ann = await aProgram(play.players[0] as Account);
  carl = await aProgram(play.players[1] as Account);
});
afterAll(async () => {
  await app?.close();
  await own?.close();
});

test('a letter reaches its reader, who replies; no one else reads it', async () => {
  const policy = { letters: 'open' as const, lettersBefore: null };
  granted(await setLettersPolicy(own.ctx, { gameId: play.game.id, by: play.gm.id, ...policy }));
  const letters = '/api/my/games/{number}/letters';
  const [, second, third] = play.seats.map(({ identifier }) => identifier) as [string, string, string];
  const sent = await ann(`POST ${letters}`, { json: { to: [second], text: 'Shall we?\n\nSoon.' } });
  expect([sent.status, sent.body]).toEqual([200, { done: true }]);
  const { body } = await carl(`GET ${letters}`);
  expect(body.letters).toMatchObject([{ text: 'Shall we?\n\nSoon.', isNew: true, own: false }]);
  expect(body.recipients.map(({ seat }: { seat: string }) => seat)).toContain(third);
  expect((await carl(`GET ${letters}`)).body.letters[0].isNew).toBe(false);
  const eve = await aProgram(play.players[2] as Account);
  expect((await eve(`GET ${letters}`)).body.letters).toEqual([]);
  const nowhere = await ann(`POST ${letters}`, { json: { to: ['QQ'], text: 'Hello' } });
  expect([nowhere.status, nowhere.body.error.problems[0].field]).toEqual([422, 'to']);
  const blank = await ann(`POST ${letters}`, { json: { to: [second], text: ' ' } });
  expect([blank.status, blank.body.error.problems[0].field]).toEqual([422, 'text']);
  const stranger = await aProgram(await anAccount(own.ctx, 'Stan Stranger'));
  expect((await stranger(`GET ${letters}`)).status).toBe(404);
  const reader = await aProgram(play.players[1] as Account, ['read', 'sheets', 'seats', 'gm']);
  expect((await reader(`GET ${letters}`)).body.error.code).toBe('scope');
});

test('a letter with the mark of its reader does not go to the next player of the seat', async () => {
  const letters = '/api/my/games/{number}/letters';
  const [, second, third] = play.seats.map(({ identifier }) => identifier) as [string, string, string];
  const { recipients, letters: earlier } = (await ann(`GET ${letters}`)).body;
  const { mark } = recipients.find(({ seat }: { seat: string }) => seat === second);
  expect(mark).toMatch(/^[0-9a-f]{16}$/);
  expect(earlier[0].to).toEqual([{ seat: second, name: 'Carl Dunn', mark }]);
  const { prisma } = own.ctx.db;
  const where = { id: play.seats[1]?.id ?? '' };
  const nora = await anAccount(own.ctx, 'Nora Newcomer');
  const letter = { to: [second, third], marks: { [second]: mark }, text: 'Only for you' };
  expect((await ann(`POST ${letters}`, { json: letter })).status).toBe(200);
  const count = await prisma.letter.count();
  await prisma.seat.update({ where, data: { accountId: nora.id, name: nora.name } });
  const refused = await ann(`POST ${letters}`, { json: letter });
  expect([refused.status, refused.body.error.problems]).toMatchObject([
    409,
    [
      {
        field: 'to',
        code: 'changed',
        message: expect.stringContaining(`[${second}] has a different player now`),
      },
    ],
  ]);
  expect(await prisma.letter.count()).toBe(count);
  const after = (await ann(`GET ${letters}`)).body;
  expect(after.letters[0].to[0]).toEqual({ seat: second, name: null });
  const ofNora = after.recipients.find(({ seat }: { seat: string }) => seat === second).mark;
  expect(ofNora).not.toBe(mark);
  // The same text to the new player is another letter.
  const again = { ...letter, marks: { [second]: ofNora } };
  expect((await ann(`POST ${letters}`, { json: again })).status).toBe(200);
  expect(await prisma.letterCopy.count({ where: { accountId: nora.id } })).toBe(1);
  const unknown = await ann(`POST ${letters}`, {
    json: { ...again, marks: { [second.toLowerCase()]: mark } },
  });
  expect([unknown.status, unknown.body.error.code]).toEqual([422, 'not-seat']);
  await prisma.seat.update({ where, data: { accountId: play.players[1]?.id ?? 0, name: 'Carl Dunn' } });
});

test('messages go to the GM, and the mail of a game can be muted', async () => {
  const messages = '/api/games/{number}/messages';
  expect((await ann(`POST ${messages}`, { json: { text: 'May I ask?' } })).status).toBe(200);
  const { body } = await ann(`GET ${messages}`);
  expect([body.messages.length, body.messages[0].own, body.muted]).toEqual([1, true, false]);
  expect([body.page, body.pages]).toEqual([1, 1]);
  const second = (await ann(`GET ${messages}`, { query: '?page=2' })).body;
  expect([second.messages, second.page, second.pages]).toEqual([[], 2, 1]);
  expect((await ann(`POST ${messages}/mute`, { json: { muted: true } })).status).toBe(200);
  expect((await ann(`GET ${messages}`)).body.muted).toBe(true);
  expect((await ann(`POST ${messages}/mute`, { json: { muted: false } })).status).toBe(200);
  expect((await ann(`GET ${messages}`, { params: { number: 'EY-99' } })).status).toBe(404);
});

test('players vote for more time, and withdraw their votes', async () => {
  const vote = '/api/games/{number}/sheet/vote';
  expect((await ann(`GET ${vote}`)).body).toEqual({ turn: 1, vote: null });
  const game = await gameNow(own.ctx, play.game.id);
  const policy = { ...schedulePolicyOf(game), voteExtensionDays: 2 };
  granted(await setSchedule(own.ctx, { gameId: game.id, by: play.gm.id, policy }));
  const { due } = (await ann(`GET ${vote}`)).body.vote;
  const json = { turn: 1, due };
  expect((await ann(`POST ${vote}`, { json })).body).toEqual({ extended: false });
  expect((await ann(`GET ${vote}`)).body.vote.seats).toEqual([play.seats[0]?.identifier]);
  const query = `?turn=1&due=${encodeURIComponent(due)}`;
  expect((await ann(`DELETE ${vote}`, { query })).status).toBe(200);
  const again = await ann(`DELETE ${vote}`, { query });
  expect([again.status, again.body.error.code]).toEqual([409, 'not-voted']);
  await ann(`POST ${vote}`, { json });
  expect((await carl(`POST ${vote}`, { json })).body).toEqual({ extended: true });
  expect((await carl(`POST ${vote}`, { json })).status).toBe(409);
});

test('notes are saved for their writer alone', async () => {
  const notes = '/api/my/games/{number}/notes';
  expect((await ann(`POST ${notes}`, { json: { text: 'Watch Ohio.' } })).status).toBe(200);
  expect((await ann(`GET ${notes}`)).body.text).toBe('Watch Ohio.');
  expect((await carl(`GET ${notes}`)).body.text).toBe('');
  const long = await ann(`POST ${notes}`, { json: { text: 'x'.repeat(4001) } });
  expect([long.status, long.body.error.code]).toEqual([422, 'too-long']);
});

test('absences are announced and withdrawn', async () => {
  const absences = '/api/account/absences';
  const json = { firstDay: '2027-04-01', lastDay: '2027-04-03' };
  const { body } = await ann(`POST ${absences}`, { json });
  expect(body).toMatchObject(json);
  expect((await ann(`GET ${absences}`)).body.absences).toEqual([{ ...json, id: body.id, now: false }]);
  expect((await carl(`DELETE ${absences}/{absence}`, { params: { absence: body.id } })).status).not.toBe(200);
  expect((await ann(`DELETE ${absences}/{absence}`, { params: { absence: body.id } })).status).toBe(200);
  const wrong = await ann(`POST ${absences}`, { json: { firstDay: 'soon', lastDay: '2027-04-03' } });
  expect([wrong.status, wrong.body.error.problems[0].field]).toEqual([422, 'firstDay']);
});

test('the changes of absences on the page and by programs are limited together', async () => {
  const absences = '/api/account/absences';
  const eve = await aProgram(play.players[2] as Account);
  let last = 0;
  for (let i = 0; i <= 30; i += 1) {
    last = (await eve(`POST ${absences}`, { json: { firstDay: '', lastDay: '' } })).status;
  }
  expect(last).toBe(429);
});

test('a printout comes as a PDF, for its reader alone', async () => {
  const pdf = '/api/my/games/{number}/printout.pdf';
  const { status, headers } = await ann(`GET ${pdf}`, { query: '?turn=1&paper=a4' });
  expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(String(headers['content-disposition'])).toContain(`${number}-T1-${play.seats[0]?.identifier}.pdf`);
  expect(headers.etag).toBeDefined();
  expect((await ann(`GET ${pdf}`, { query: '?turn=7' })).status).toBe(404);
  expect((await ann(`GET ${pdf}`, { query: '?turn=1&attempt=1' })).status).toBe(404);
  const stranger = await aProgram(await anAccount(own.ctx, 'Stella Stranger'));
  expect((await stranger(`GET ${pdf}`, { query: '?turn=1' })).status).toBe(404);
});

test('the address of a program is shown, tested and removed', async () => {
  const program = '/api/my/games/{number}/program';
  expect((await ann(`GET ${program}`)).body).toEqual({ webhook: null });
  const [accountId, seatId] = [play.players[0]?.id ?? 0, play.seats[0]?.id ?? ''];
  const address = { url: 'https://bot.example.org/hook', secret: new Uint8Array(32) };
  await own.ctx.db.prisma.webhook.create({
    data: { kind: 'program', gameId: play.game.id, seatId, accountId, createdAt: own.ctx.now(), ...address },
  });
  const shown = await ann(`GET ${program}`);
  expect(shown.body.webhook.address).toBe('https://bot.example.org/hook');
  expect(JSON.stringify(shown.body)).not.toContain('whsec_');
  expect((await ann(`POST ${program}/secret`)).body.secret).toMatch(/^whsec_/);
  expect((await ann(`POST ${program}/test`)).status).toBe(200);
  expect((await carl(`POST ${program}/test`)).status).not.toBe(200);
  expect((await ann(`DELETE ${program}`)).status).toBe(200);
  expect((await ann(`GET ${program}`)).body).toEqual({ webhook: null });
});

test('a player disputes a question that was solved', async () => {
  const politics = await runningPolitics(own.ctx);
  await playUntil(own.ctx, politics, 4);
  const params = { number: gameNumber(politics.game) };
  const player = await aProgram(politics.players[0] as Account);
  const path = '/api/my/games/{number}/questions';
  const [first] = (await player(`GET ${path}`, { params })).body.questions;
  expect(first.dispute).toBeNull();
  const { bank, question } = first;
  const short = await player(`POST ${path}`, { params, json: { bank, question, reason: 'No.' } });
  expect([short.status, short.body.error.problems[0].field]).toEqual([422, 'reason']);
  const reason = 'The source says something else.';
  expect((await player(`POST ${path}`, { params, json: { bank, question, reason } })).status).toBe(200);
  const [now] = (await player(`GET ${path}`, { params })).body.questions;
  expect(now.dispute).toEqual({ state: 'retired', note: '' });
});

describe('joining and leaving', () => {
  const path = '/api/games/{number}';

  test('people join an open game, wait, and leave', async () => {
    const table = await formingGame(own.ctx, { humans: 1, opponents: 2 });
    const params = { number: gameNumber(table.game) };
    const zoe = await aProgram(await anAccount(own.ctx, 'Zoe Young'));
    const fay = await aProgram(await anAccount(own.ctx, 'Fay First'));
    const closed = await zoe(`POST ${path}/join`, { params });
    expect(closed.status).toBe(422);
    const policy = { joining: 'open' as const, seatsWanted: 4, beginWhenFull: false };
    granted(await setJoiningPolicy(own.ctx, { gameId: table.game.id, by: table.gm.id, ...policy }));
    expect((await zoe(`GET ${path}/joining`, { params })).body).toMatchObject({
      forming: { open: true, seatsLeft: 1 },
      ...{ seated: false, place: null, reclaimable: null, offers: [] },
    });
    const joined = await zoe(`POST ${path}/join`, { params });
    expect(joined.body).toMatchObject({ ...params, seat: 'ZY', begun: false });
    expect((await fay(`POST ${path}/join`, { params })).body).toMatchObject({ seat: null, place: 1 });
    expect((await zoe(`POST ${path}/leave`, { params })).status).toBe(200);
    expect((await fay(`GET ${path}/joining`, { params })).body).toMatchObject({ seated: true, place: null });
    const sheets = await aProgram(await anAccount(own.ctx, 'Sam Sheets'), ['read', 'sheets', 'letters']);
    expect((await sheets(`POST ${path}/join`, { params })).body.error.code).toBe('scope');
  });

  test('the holder of an invitation link joins', async () => {
    const table = await formingGame(own.ctx, { humans: 1, opponents: 2 });
    const token = granted(await makeJoinLink(own.ctx, { gameId: table.game.id, by: table.gm.id }));
    const zoe = await aProgram(await anAccount(own.ctx, 'Zoe Young'));
    const joined = await zoe('POST /api/join/{token}', { params: { token } });
    expect(joined.body).toMatchObject({ number: gameNumber(table.game), seat: 'ZY' });
    const unknown = await zoe('POST /api/join/{token}', { params: { token: 'x'.repeat(43) } });
    expect(unknown.status).toBe(404);
  });

  test('a seat is given up, taken over by someone else, or reclaimed', async () => {
    const table = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    const params = { number: gameNumber(table.game) };
    await own.ctx.db.prisma.gamePolicy.update({
      where: { gameId: table.game.id },
      data: { offerAbandonedSeats: true },
    });
    const [seat] = table.seats;
    const leaver = await aProgram(table.players[0] as Account);
    const giveUp = 'POST /api/my/games/{number}/give-up';
    expect((await leaver(giveUp, { params, json: { seat: 'QQ' } })).status).toBe(422);
    expect((await leaver(giveUp, { params, json: { seat: seat?.identifier } })).status).toBe(200);
    const where = { id: seat?.id ?? '' };
    const data = { reclaimableById: table.players[0]?.id ?? null, offered: true };
    await own.ctx.db.prisma.seat.update({ where, data });
    const offers = [{ seat: seat?.identifier, name: seat?.name }];
    const page = (await leaver(`GET ${path}/joining`, { params })).body;
    expect(page).toMatchObject({ forming: null, reclaimable: seat?.identifier, offers });
    expect((await leaver(`POST ${path}/reclaim`, { params })).status).toBe(200);
    expect((await leaver(giveUp, { params, json: { seat: seat?.identifier } })).status).toBe(200);
    await own.ctx.db.prisma.seat.update({ where, data: { offered: true } });
    const zoe = await aProgram(await anAccount(own.ctx, 'Zoe Young'));
    const there = { params: { ...params, seat: seat?.identifier ?? '' } };
    const late = await zoe(`POST ${path}/take-over/{seat}`, { ...there, json: { turn: 2 } });
    expect(late.status).toBe(409);
    const taken = await zoe(`POST ${path}/take-over/{seat}`, { ...there, json: { turn: 1 } });
    expect(taken.status).toBe(200);
    expect((await zoe(`GET ${path}/joining`, { params })).body.seated).toBe(true);
    const gone = await zoe(`POST ${path}/take-over/{seat}`, {
      params: { ...params, seat: 'QQ' },
      json: { turn: 1 },
    });
    expect(gone.status).toBe(404);
  });
});

test('every operation of this kind was used', () => {
  const mine = Object.entries(description.paths).flatMap(([path, operations]) =>
    Object.keys(operations)
      .map((method) => `${method.toUpperCase()} ${path}`)
      .filter((operation) => MINE.test(operation) && !operation.includes('/practice/')),
  );
  expect(mine.length).toBeGreaterThan(20);
  expect(mine.filter((operation) => !used.has(operation))).toEqual([]);
});

const MINE =
  /^(?!.*\/gm\/).*(\/letters|\/messages|\/vote|\/notes|\/questions|\/program|\/give-up|\/join|\/leave|\/reclaim|\/take-over|\/absences|\.pdf)/;
