import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account, Seat } from '../../../src/database/generated/client.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { rollBack } from '../../../src/games/processing/roll-back.ts';
import { granted } from '../../games/game/play.ts';
import { sendGood } from '../../games/sheets/sheets.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { readPdf } from '../../printouts/read-pdf.ts';
import { aVisitor, aWeb, signedIn, type Visitor } from '../visitor.ts';
import { type GmGame, runningGmGame } from './gm-game.ts';

/* From the printed sheet to the form in which the GM enters it. */

let own: TestContext;
let app: FastifyInstance;
let g: GmGame;
let player: Visitor;
let token: string;

const TOKEN = /[2-9A-HJKMNP-TW-Z]{4}-[2-9A-HJKMNP-TW-Z]{4}/;

beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx);
  g = await runningGmGame(app, own.ctx);
  player = await signedIn(app, own.ctx, g.players[0] as Account);
  const text = (await player.get(`/my/games/${g.number}/turns/1.txt`)).body;
  token = new RegExp(`Sheet token: (${TOKEN.source})`).exec(text)?.[1] ?? 'none';
});
afterAll(async () => {
  await app.close();
  await own.close();
});

test('a printed sheet has its token, and no place for a security code', async () => {
  expect(token).toMatch(TOKEN);
  const printout = `/my/games/${g.number}/turns/1`;
  const pdf = (await readPdf((await player.get(`${printout}.pdf`)).rawPayload)).pages.join('\n');
  const pages = [(await player.get(printout)).body, (await player.get(`${printout}.txt`)).body, pdf];
  for (const page of pages) {
    expect(page).toContain(token);
    expect(page.replace(/<p class="notice">.*?<\/p>/gs, '')).not.toMatch(/security code/i);
  }
});

test('a sheet that was printed before there were tokens has one in place of the security code', async () => {
  const where = { gameId: g.game.id, seatId: { not: null } };
  const stored = await own.ctx.db.prisma.printout.findFirstOrThrow({ where });
  const sections = stored.report.sections.map((section) => ({
    ...section,
    blocks: section.blocks.map((block) =>
      block.kind === 'sheet'
        ? { ...block, header: [...block.header, { label: 'Security code', value: '' }] }
        : block,
    ),
  }));
  const data = { report: { ...stored.report, sections } };
  await own.ctx.db.prisma.printout.update({ where: { id: stored.id }, data });
  const text = (await player.get(`/my/games/${g.number}/turns/1.txt`)).body;
  expect(text).toContain(`Sheet token: ${token}`);
  expect(text).not.toContain('Security code');
});

test('the GM finds the form by the token, and is told what is wrong with others', async () => {
  const page = `${g.gmPath}/paper-sheet`;
  expect((await g.gmVisitor.get(g.gmPath)).body).toContain(`href="${page}"`);
  const seat = g.seats[0] as Seat;
  const form = `${g.gmPath}/seats/${seat.id}/paper-sheet`;
  const blank = await g.gmVisitor.get(page);
  expect(blank.statusCode).toBe(200);
  // A sheet on other paper is entered without a token.
  expect(blank.body).toContain(`href="${form}"`);
  const found = await g.gmVisitor.get(`${page}?token=${token.toLowerCase()}`);
  expect([found.statusCode, found.headers.location]).toEqual([303, form]);
  for (const [typed, words] of [
    [`${token.slice(0, -1)}0`, 'is not a sheet token'],
    ['', 'Enter the sheet token'],
    ['7KQM-3XWK', `No sheet of ${g.number} has the token 7KQM-3XWK`],
  ] as const) {
    const refused = await g.gmVisitor.get(`${page}?token=${typed}`);
    expect(refused.statusCode).toBe(422);
    expect(refused.body).toContain(words);
    expect(refused.body).toContain('aria-invalid="true"');
  }
});

test('no one else finds a seat by a token', async () => {
  const page = `${g.gmPath}/paper-sheet?token=${token}`;
  expect((await player.get(page)).statusCode).toBe(404);
  expect((await aVisitor(app).get(page)).headers.location).toContain('/sign-in');
});

describe('after a rollback', () => {
  let r: GmGame;
  let ann: Visitor;
  let oldToken: string;
  let form: string;
  const by = () => ({ gameId: r.game.id, by: r.gm.id });
  const tokenNow = async () => {
    const text = (await ann.get(`/my/games/${r.number}/turns/2.txt`)).body;
    return new RegExp(`Sheet token: (${TOKEN.source})`).exec(text)?.[1] ?? 'none';
  };
  const attemptOf = (body: string) => /name="_attempt" value="(\d+)"/.exec(body)?.[1] ?? '';
  const stored = () => own.ctx.db.prisma.sheet.count({ where: { gameId: r.game.id, channel: 'post' } });

  beforeAll(async () => {
    r = await runningGmGame(app, own.ctx, { humans: 2, opponents: 2 });
    ann = await signedIn(app, own.ctx, r.players[0] as Account);
    form = `${r.gmPath}/seats/${r.seats[0]?.id}/paper-sheet`;
    await processTurn(own.ctx, { ...by(), turn: 1 });
    oldToken = await tokenNow();
    await r.gmVisitor.post(`${form}/open`, { turn: '2' });
    expect(attemptOf((await r.gmVisitor.get(form)).body)).toBe('1');
    granted(await rollBack(own.ctx, { ...by(), turn: 2, due: null }));
    await sendGood(own.ctx, r.seats[1] as Seat, 1, false);
    await processTurn(own.ctx, { ...by(), turn: 1 });
  });

  test('the GM is told that a paper is from the printout that was rolled back', async () => {
    const token = await tokenNow();
    expect(token).not.toBe(oldToken);
    const refused = await r.gmVisitor.get(`${r.gmPath}/paper-sheet?token=${oldToken}`);
    expect(refused.statusCode).toBe(422);
    expect(refused.body).toContain('That printout was rolled back. Use the new printout of turn 2.');
    expect((await r.gmVisitor.get(`${r.gmPath}/paper-sheet?token=${token}`)).headers.location).toBe(form);
  });

  test('its player who scans the paper is told, too', async () => {
    const scanned = await ann.get(`/s/${r.number}/${oldToken}`);
    expect(scanned.body).toContain('from a printout that was rolled back');
    const { headers } = await ann.get(`/s/${r.number}/${await tokenNow()}`);
    expect(headers.location).toBe(`/my/games/${r.number}/sheet`);
  });

  test('a form that the GM opened before asks to compare the paper, and is entered when sent again', async () => {
    const asked = await r.gmVisitor.post(form, { _turn: '2', _attempt: '1', press: 'From old paper' });
    expect(asked.statusCode).toBe(409);
    expect(asked.body).toContain('Turn 2 has a new printout since you opened this form');
    expect(asked.body).toContain('From old paper');
    expect(await stored()).toBe(0);
    const attempt = attemptOf(asked.body);
    expect(attempt).toBe('2');
    await r.gmVisitor.post(form, { _turn: '2', _attempt: attempt, press: 'From old paper' });
    expect(await stored()).toBe(1);
  });
});
