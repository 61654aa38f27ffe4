import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account, Seat } from '../../src/database/generated/client.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { setLettersPolicy } from '../../src/games/letters/letters-policy.ts';
import { writeLetter } from '../../src/games/letters/write-letter.ts';
import { handSeatToComputer, replacePlayer } from '../../src/games/seats/replace-player.ts';
import { createPdfCache } from '../../src/jobs/pdf-cache.ts';
import { composeDelivery } from '../../src/mail/outbound/compose-delivery.ts';
import { anAccount, granted, runningGame, send, type TestGame } from '../games/game/play.ts';
import { processAsGm, rollBackAsGm } from '../games/processing/turns.ts';
import { type TestContext, testContext } from '../helpers/database.ts';
import { readPdf } from '../printouts/read-pdf.ts';
import { aWeb, signedIn, type Visitor } from '../web/visitor.ts';

/* What the new player of a seat learns of the account of the player before: nothing. */

let own: TestContext;
let app: FastifyInstance;
beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx);
});
afterAll(async () => {
  await app.close();
  await own.close();
});

const HOME = '12 Hidden Lane, Nowhere';

interface Succession {
  g: TestGame;
  ann: Account;
  nora: Account;
  visitor: Visitor;
  /** Paths begin with it. */
  base: string;
}

/** Ann plays turn 1 and sends a sheet for turn 2. Then Nora gets the seat. */
async function succession(options: { computerFirst?: boolean } = {}): Promise<Succession> {
  const g = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  const [seat, other] = g.seats as [Seat, Seat];
  const ann = g.players[0] as Account;
  await own.ctx.db.prisma.account.update({ where: { id: ann.id }, data: { address: HOME } });
  const policy = { letters: 'open' as const, lettersBefore: null };
  granted(await setLettersPolicy(own.ctx, { gameId: g.game.id, by: g.gm.id, ...policy }));
  const letter = { gameId: g.game.id, by: other.accountId as number, to: [seat.id], via: 'web' as const };
  granted(await writeLetter(own.ctx, { ...letter, text: 'Only Ann may read this' }));
  await send(own.ctx, seat, 1, { press: 'Hello' });
  const request = { gameId: g.game.id, by: g.gm.id, seatId: seat.id };
  if (options.computerFirst) granted(await handSeatToComputer(own.ctx, { ...request, turn: 1 }));
  await processAsGm(own.ctx, g, 1);
  const nora = await anAccount(own.ctx, 'Nora Neu');
  granted(await replacePlayer(own.ctx, { ...request, turn: 2, name: nora.name, email: nora.email }));
  const visitor = await signedIn(app, own.ctx, nora);
  return { g, ann, nora, visitor, base: `/my/games/${gameNumber(g.game)}` };
}

const traces = ({ ann }: Succession) => [`#${ann.id}`, ann.email, HOME, 'Only Ann may read'];

/** The lines of a printout as text that say whose it is. */
function headOf(text: string): string[] {
  const lines = text.split('\n');
  return [lines[0] ?? '', ...lines.filter((line) => /^(Account|Player|Name|Printout for)\b/.test(line))];
}

describe.each([
  ['from the player before', {}],
  ['from the computer, which had it from the player before', { computerFirst: true }],
])('someone who gets a seat %s', (_name, options) => {
  test('finds the own name and account number on the printout, its text and its PDF', async () => {
    const found = await succession(options);
    const { visitor, base, nora, ann } = found;
    const text = (await visitor.get(`${base}/turns/2.txt`)).body;
    const head = headOf(text);
    expect(head.length).toBeGreaterThan(3);
    for (const line of head) {
      expect(line).toMatch(new RegExp(`${nora.name}|#${nora.id}`));
      expect(line).not.toContain(ann.name);
    }
    const pdf = (await readPdf((await visitor.get(`${base}/turns/2.pdf`)).rawPayload)).pages.join('\n');
    const page = (await visitor.get(`${base}/turns/2`)).body;
    for (const shown of [pdf, page, text]) {
      expect(shown).toContain(`#${nora.id}`);
      for (const trace of traces(found)) expect(shown).not.toContain(trace);
    }
  });

  test('finds nothing of the account on any other page of the game', async () => {
    const found = await succession(options);
    const number = gameNumber(found.g.game);
    const paths = [
      ...['', '/sheet', '/letters', '/letters/new', '/advance-orders/3'].map((path) => found.base + path),
      ...[`/games/${number}`, `/games/${number}/turns/1`, `/games/${number}/turns/2`, '/my/games'],
    ];
    for (const path of paths) {
      const { statusCode, body } = await found.visitor.get(path);
      expect(statusCode, path).toBe(200);
      for (const trace of traces(found)) expect(body, path).not.toContain(trace);
    }
    for (const path of [`${found.base}/turns/1`, `${found.base}/sheet/turns/1/versions/1`]) {
      expect((await found.visitor.get(path)).statusCode, path).toBe(404);
    }
  });

  test('gets mail with nothing of the account in it', async () => {
    const found = await succession(options);
    const where = { accountId: found.nora.id };
    const deliveries = await own.ctx.db.prisma.delivery.findMany({ where });
    expect(deliveries.map(({ kind }) => kind).sort()).toEqual(['invitation', 'printout']);
    const settings = { from: 'Whistlestop <post@whistlestop.test>', publicUrl: 'http://whistlestop.test' };
    for (const { id } of deliveries) {
      const mail = await composeDelivery({ ctx: own.ctx, renderPdf: createPdfCache(), ...settings }, id);
      const parts = [mail.subject, mail.text, mail.html, await pdfWords(mail.attachments ?? [])].join('\n');
      for (const trace of traces(found)) expect(parts).not.toContain(trace);
    }
  });
});

test('a rolled back printout that a new player has got shows nothing of the account, and no token', async () => {
  const found = await succession();
  const { g, visitor, base, nora } = found;
  granted(await rollBackAsGm(own.ctx, g, 2));
  const text = (await visitor.get(`${base}/turns/2/attempts/1.txt`)).body;
  for (const line of headOf(text)) expect(line).toMatch(new RegExp(`${nora.name}|#${nora.id}`));
  for (const trace of traces(found)) expect(text).not.toContain(trace);
  expect(text).not.toContain('Sheet token');
});

test('the player before still reads the printout as it was written', async () => {
  const { ann, base } = await succession();
  const text = (await (await signedIn(app, own.ctx, ann)).get(`${base}/turns/2.txt`)).body;
  for (const line of headOf(text)) expect(line).toMatch(new RegExp(`${ann.name}|#${ann.id}`));
});

/** The words of the PDF files among attachments. */
async function pdfWords(
  attachments: readonly { filename?: string | false; content?: unknown }[],
): Promise<string> {
  const files = attachments.filter(({ filename }) => String(filename).endsWith('.pdf'));
  const pages = await Promise.all(files.map(async ({ content }) => (await readPdf(content as Buffer)).pages));
  return pages.flat().join('\n');
}
