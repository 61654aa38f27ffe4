import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account, Seat } from '../../../src/database/generated/client.ts';
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
