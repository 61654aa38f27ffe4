import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { loadPlayerSeat, openForm } from '../../../src/games/game/player-seat.ts';
import { sheetAddress } from '../../../src/games/mailed-sheets/sheet-address.ts';
import { parseInboundMail } from '../../../src/mail/inbound/parse-inbound-mail.ts';
import { findRecipient, type Recipient } from '../../../src/mail/inbound/recipient.ts';
import { takeInboundMail } from '../../../src/mail/inbound/take-inbound-mail.ts';
import { createRandom } from '../../faults/run/random.ts';
import { runningGame, type TestGame } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { shortOrLong } from '../../helpers/long.ts';
import { entriesFor, fillablePdf, fillWithPdfLib } from '../../printouts/filled/fill.ts';
import { garbledMail } from '../../security/review/hostile-mails.ts';

/*
 * Mails with turn sheets that were damaged on their way. Each of them is answered, and what is played was in the mail: no
 * order is made up, and no secret address is logged.
 */

const SEED = 20_270_303;
const GARBLED = shortOrLong(60, 2_000);
/** One mail of so many has a filled-in PDF attached. */
const WITH_PDF = 10;
const DOMAIN = 'mail.whistlestop.test';
const FROM = 'Whistlestop <post@whistlestop.test>';
const ORDERS = {
  fundraising: ['CA', 'NY', 'TX'],
  campaign: [
    { state: 'CA', spend: 117 },
    { state: 'OH', spend: 93 },
  ],
};

let own: TestContext;
let game: TestGame;
let address: string;
let recipient: Recipient;
const logged: string[] = [];

beforeAll(async () => {
  own = await testContext();
  own.ctx.log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) });
  own.ctx.inbound = { domain: DOMAIN };
  game = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  const [account] = game.players;
  const seat = game.game.seats.find(({ accountId }) => accountId === account?.id);
  if (!account || !seat) throw new Error('There is no player.');
  const where = {
    game: game.game,
    seat,
    turn: game.game.turn,
    attempt: 1,
    target: { kind: 'open' as const },
    account,
  };
  address = `${await sheetAddress(own.ctx, where)}@${DOMAIN}`;
  const found = findRecipient(address, own.ctx.inbound);
  if (found === null) throw new Error('The address is not one of ours.');
  recipient = found;
});
afterAll(() => own?.close());

/** An honest reply with the orders in its text, and perhaps on a PDF. */
async function honestMail(withPdf: boolean): Promise<string> {
  const player = game.players[0]?.email;
  const head = [`From: Ann <${player}>`, `To: ${address}`, 'Subject: Re: printout', 'MIME-Version: 1.0'];
  const campaign = ORDERS.campaign.map(
    ({ state, spend }, i) => `Campaign money ${i + 1}: ${state} $${spend}`,
  );
  const text = [`Fundraising trips: ${ORDERS.fundraising.join(', ')}`, ...campaign].join('\r\n');
  if (!withPdf) return [...head, 'Content-Type: text/plain', '', text, ''].join('\r\n');
  const body = (await filledPdf()).toString('base64').replace(/.{76}/g, '$&\r\n');
  const part = ['--b', 'Content-Type: application/pdf', 'Content-Transfer-Encoding: base64', '', body];
  return [
    ...[...head, 'Content-Type: multipart/mixed; boundary=b', '', '--b', 'Content-Type: text/plain', ''],
    ...[text, ...part, '--b--', ''],
  ].join('\r\n');
}

async function filledPdf(): Promise<Buffer> {
  const number = gameNumber(game.game);
  const seat = await loadPlayerSeat(own.ctx, game.players[0] as TestGame['gm'], number);
  const form = seat && openForm(seat);
  if (!form) throw new Error('No sheet is owed.');
  return Buffer.from(await fillWithPdfLib(await fillablePdf(form), entriesFor(form, ORDERS)));
}

/** The codes and figures in orders. */
function wordsOf(raw: unknown): string[] {
  if (Array.isArray(raw)) return raw.flatMap(wordsOf);
  if (raw !== null && typeof raw === 'object') return Object.values(raw).flatMap(wordsOf);
  return raw === null ? [] : [String(raw)];
}

async function forget(): Promise<void> {
  const { prisma } = own.ctx.db;
  await prisma.delivery.deleteMany();
  await prisma.sheet.deleteMany();
  await prisma.limitedAction.deleteMany();
}

test(`damaged sheets are answered, and no order is made up (seed ${SEED})`, async () => {
  const random = createRandom(SEED);
  const [plain, withPdf] = [await honestMail(false), await honestMail(true)];
  await forget();
  const before = process.memoryUsage().rss;
  const fates = new Map<string, number>();
  for (let n = 0; n < GARBLED; n += 1) {
    const raw = garbledMail(n % WITH_PDF === 0 ? withPdf : plain, random);
    const mail = { raw, envelopeFrom: game.players[0]?.email as string };
    const outcome = await takeInboundMail(
      { ctx: own.ctx, from: FROM, parse: parseInboundMail },
      recipient,
      mail,
    );
    const sheets = await own.ctx.db.prisma.sheet.findMany();
    const answers = await own.ctx.db.prisma.delivery.count();
    const what = `mail ${n}: ${outcome.kind}\n${n % WITH_PDF === 0 ? '' : raw.toString('latin1')}`;
    expect(answers, what).toBe(outcome.kind === 'taken' ? 1 : 0);
    expect(sheets.length, what).toBeLessThanOrEqual(1);
    const fate = sheets[0] === undefined ? outcome.kind : `${sheets[0].channel} ${sheets[0].outcome}`;
    fates.set(fate, (fates.get(fate) ?? 0) + 1);
    // A PDF that was read as a whole is the sheet as it was filled in.
    if (sheets[0]?.channel === 'pdf' && sheets[0].outcome === 'standing') {
      expect(sheets[0].raw).toMatchObject(ORDERS);
    } else if (sheets[0]?.outcome === 'standing') {
      const text = raw.toString('latin1').toUpperCase();
      for (const word of wordsOf(sheets[0].raw)) expect(text, what).toContain(word.toUpperCase());
    }
    await forget();
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
  // The damage is of all kinds: some mails come through, some are refused.
  expect([...fates.keys()]).toEqual(expect.arrayContaining(['mail standing', 'mail refused']));
  const log = logged.join('\n');
  for (const secret of [address.split('@')[0], game.players[0]?.email]) expect(log).not.toContain(secret);
  expect(logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
}, 600_000);
