import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sheet } from '../../../src/database/generated/client.ts';
import { rollBack, rollForward } from '../../../src/games/processing/roll-back.ts';
import { submitSheet } from '../../../src/games/sheets/submit-sheet.ts';
import { granted } from '../../games/game/play.ts';
import { aSession } from '../../helpers/session.ts';
import { fillWithPdfLib } from '../../printouts/filled/fill.ts';
import { ANNS_CODE, type Answer, type SheetGame, sheetGame, Visitor } from './sheet-setup.ts';

/* Sheets of turn 2 that were filled in before turn 1 was rolled back: on a page that was left open, and in a PDF. */

let game: SheetGame;
let ann: Visitor;
let sheet: string;
/** The hidden fields of the page of turn 2 before and after the rollback. */
let before: Record<string, string>;
let after: Record<string, string>;
let oldPdf: Buffer;

beforeAll(async () => {
  game = await sheetGame();
  ann = await Visitor.as(game, game.ann);
  sheet = `/my/games/${game.number}/sheet`;
  await game.processTurn();
  before = hiddenFields(await ann.get(sheet));
  oldPdf = await printout();
});
afterAll(() => game?.close());

const by = () => ({ gameId: game.gameId, by: game.gm.id });

/** Carl corrects his sheet of turn 1, which is open again. */
async function correct(): Promise<void> {
  const seat = await game.ctx.db.prisma.seat.findFirstOrThrow({ where: { accountId: game.carl.id } });
  const sent = { gameId: game.gameId, seatId: seat.id, turn: 1, channel: 'web' as const };
  const raw = { fundraising: ['CA', 'TX', 'NY'], press: 'Corrected' };
  const submission = await submitSheet(game.ctx, { ...sent, raw, sentById: game.carl.id });
  expect(submission.kind).toBe('standing');
}

/** The fields of the form that say for what it was filled in. */
function hiddenFields({ body }: Answer): Record<string, string> {
  const fields = [...body.matchAll(/<input type="hidden" name="(_turn|_attempt|_seat)" value="([^"]*)">/g)];
  return Object.fromEntries(fields.map(([, name, value]) => [name, value]));
}

async function printout(): Promise<Buffer> {
  const cookie = `whistlestop=${await aSession(game.ctx, { accountId: game.ann.id, method: 'code' })}`;
  const url = `/my/games/${game.number}/turns/2.pdf`;
  return (await game.app.inject({ method: 'GET', url, headers: { cookie } })).rawPayload;
}

/** Fills in a PDF and sends it with “Send it”. */
async function sendPdf(pdf: Buffer): Promise<{ status: number; body: string }> {
  const session = await aSession(game.ctx, { accountId: game.ann.id, method: 'code' });
  const cookie = `whistlestop=${session}`;
  const page = await game.app.inject({ method: 'GET', url: '/account', headers: { cookie } });
  const form = new FormData();
  form.append('_csrf', /name="_csrf" value="([^"]+)"/.exec(page.body)?.[1] ?? '');
  const file = await fillWithPdfLib(pdf, new Map([['press', 'From the PDF']]));
  form.append('file', new Blob([Buffer.from(file)]), 'sheet.pdf');
  form.append('_do', 'send');
  const body = new Response(form);
  const answer = await game.app.inject({
    method: 'POST',
    url: `${sheet}/pdf`,
    headers: {
      'content-type': body.headers.get('content-type') ?? '',
      cookie: [cookie, ...page.cookies.map(({ name, value }) => `${name}=${value}`)].join('; '),
    },
    payload: Buffer.from(await body.arrayBuffer()),
  });
  return { status: answer.statusCode, body: answer.body };
}

/** Ann's sheets of turn 2. */
function stored(): Promise<Sheet[]> {
  const where = { gameId: game.gameId, turn: 2, sentById: game.ann.id };
  return game.ctx.db.prisma.sheet.findMany({ where, orderBy: { version: 'asc' } });
}

describe('while turn 1 is open after the rollback', () => {
  test('the page of turn 2 does not say that turn 2 has been processed', async () => {
    granted(await rollBack(game.ctx, { ...by(), turn: 2, due: null }));
    const page = await ann.post(sheet, { ...before, press: 'Written for turn 2' });
    expect(page.status).toBe(409);
    expect(page.body).toContain('Turn 1 was rolled back');
    expect(page.body).toContain('Your sheet for turn 2 was not sent.');
    expect(page.body).toContain('Written for turn 2');
    expect(page.body).not.toContain('has been processed');
    const checked = await ann.post(`${sheet}/check`, before, { accept: 'application/json' });
    expect(JSON.parse(checked.body).error.message).toContain('Turn 1 was rolled back and is open again.');
  });

  test('the page and the PDF of turn 2 are good again after a roll forward', async () => {
    granted(await rollForward(game.ctx, { ...by(), turn: 1 }));
    expect((await ann.post(sheet, { ...before, press: 'In force again' })).status).toBe(303);
    expect((await sendPdf(oldPdf)).status).toBe(303);
    expect(await stored()).toHaveLength(2);
  });
});

describe('after turn 1 was processed again', () => {
  beforeAll(async () => {
    granted(await rollBack(game.ctx, { ...by(), turn: 2, due: null }));
    await correct();
    await game.processTurn();
    after = hiddenFields(await ann.get(sheet));
  });

  test('the page of the old printout is not sent, and keeps what was typed', async () => {
    const page = await ann.post(sheet, { ...before, press: 'For the old printout', bogus: 'kept too' });
    expect(page.status).toBe(409);
    expect(page.body).toContain('That printout was rolled back. Use the new printout of turn 2.');
    expect(page.body).toContain('For the old printout');
    expect(page.body).toContain('<dt>bogus</dt><dd>kept too</dd>');
    expect(page.body).not.toContain('has been processed');
    expect(hiddenFields(page)).toEqual(after);
    expect(await stored()).toHaveLength(2);
  });

  test('it is neither checked nor tried', async () => {
    const checked = await ann.post(`${sheet}/check`, before, { accept: 'application/json' });
    const { code, message } = JSON.parse(checked.body).error;
    expect([checked.status, code]).toEqual([409, 'stale']);
    expect(message).toContain('That printout was rolled back. Use the new printout of turn 2.');
    expect((await ann.post(`${sheet}/try`, before)).status).toBe(409);
  });

  test('it is not taken for the new one by signing in again', async () => {
    const visitor = new Visitor(game.app);
    const asked = await visitor.post(sheet, { ...before, press: 'Typed before' });
    expect(hiddenFields(asked)).toMatchObject(before);
    const credentials = { _account: String(game.ann.id), _code: ANNS_CODE };
    const shown = await visitor.post(`${sheet}/sign-in`, {
      ...before,
      press: 'Typed before',
      ...credentials,
    });
    expect(shown.status).toBe(409);
    expect(shown.body).toContain('That printout was rolled back.');
    expect(shown.body).toContain('Typed before');
  });

  test('its PDF is refused with the reason', async () => {
    const refused = await sendPdf(oldPdf);
    expect(refused.status).toBe(422);
    expect(refused.body).toContain('This PDF is the sheet of a printout that was rolled back.');
    expect(await stored()).toHaveLength(2);
  });

  test('what is sent from the new page and the new PDF counts, as does a page that names no printout', async () => {
    expect((await ann.post(sheet, { ...after, press: 'For the new printout' })).status).toBe(303);
    expect((await sendPdf(await printout())).status).toBe(303);
    expect((await ann.post(sheet, { _turn: '2', press: 'From an older page' })).status).toBe(303);
    const sheets = await stored();
    expect(sheets.map(({ outcome }) => outcome)).toEqual([
      ...['superseded', 'superseded', 'superseded', 'superseded', 'standing'],
    ]);
  });

  test('the page after “Try it” is that of the new printout', async () => {
    const guess = await ann.post(`${sheet}/try`, { ...after, press: 'Tried' });
    expect(guess.status).toBe(200);
    expect(hiddenFields(guess)).toMatchObject(after);
  });
});

test('the receipt of a sheet says whether it waits or counts, while the turn before it is rolled back and after', async () => {
  const own = await sheetGame();
  const visitor = await Visitor.as(own, own.ann);
  await own.processTurn();
  const seat = await own.ctx.db.prisma.seat.findFirstOrThrow({ where: { accountId: own.ann.id } });
  const at = { gameId: own.gameId, seatId: seat.id, channel: 'web' as const, sentById: own.ann.id };
  await submitSheet(own.ctx, { ...at, turn: 2, raw: { press: 'Words for later' } });
  const receipt = async () => (await visitor.get(`/my/games/${own.number}/sheet/turns/2/versions/1`)).body;
  expect(await receipt()).toContain('Your sheet is in: version 1 counts');
  granted(await rollBack(own.ctx, { gameId: own.gameId, by: own.gm.id, turn: 2, due: null }));
  expect(await receipt()).toContain('Version 1 waits until turn 2 is open again');
  expect(await receipt()).toContain('Words for later');
  expect(await receipt()).not.toMatch(/was played|has been processed|Played/);
  await own.processTurn();
  expect(await receipt()).toContain('Version 1 no longer counts');
  expect(await receipt()).toContain('No sheet has come in yet.');
  await own.close();
});
