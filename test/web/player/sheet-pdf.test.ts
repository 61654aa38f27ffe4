import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { closeSession } from '../../../src/accounts/sessions.ts';
import type { Account } from '../../../src/database/generated/client.ts';
import { readFilledPdf } from '../../../src/printouts/filled/read-filled-pdf.ts';
import { UnavailableError } from '../../../src/web/rendering/unavailable.ts';
import { anAccount } from '../../games/game/play.ts';
import { aSession } from '../../helpers/session.ts';
import { fillWithPdfLib } from '../../printouts/filled/fill.ts';
import { type SheetGame, sheetGame, Visitor } from '../turn-sheet/sheet-setup.ts';

/* The PDF of a printout is filled in and sent on the page of the sheet, and the code on it is scanned. */

let game: SheetGame;
beforeAll(async () => {
  game = await sheetGame();
});
afterAll(() => game.close());

const ORDERS = new Map<string, string | true>([
  ['fundraising-0', 'TX'],
  ['campaign-0-state', 'ca'],
  ['campaign-0-spend', '$ 120'],
  ['press', 'Ännie & “co” 🚂'],
]);

/** The bytes of a player's printout. */
async function printout(account: Account, turn = 1): Promise<Buffer> {
  const cookie = `whistlestop=${await aSession(game.ctx, { accountId: account.id, method: 'code' })}`;
  const url = `/my/games/${game.number}/turns/${turn}.pdf`;
  const answer = await game.app.inject({ method: 'GET', url, headers: { cookie } });
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
}

interface Upload {
  as: Account;
  file: Uint8Array | null;
  send?: boolean;
  /** Whether the form has no token. */
  withoutToken?: boolean;
  url?: string;
  /** A session of the account; a new one by default. */
  session?: string;
}

const sessionOf = ({ id: accountId }: Account) => aSession(game.ctx, { accountId, method: 'code' });

/** The form token of a session's pages, and the cookies with which it is good. */
async function formToken(session: string): Promise<{ token: string; cookie: string }> {
  const headers = { cookie: `whistlestop=${session}` };
  const page = await game.app.inject({ method: 'GET', url: '/account', headers });
  const token = /name="_csrf" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
  const cookies = page.cookies.map(({ name, value }) => `${name}=${value}`);
  return { token, cookie: [`whistlestop=${session}`, ...cookies].join('; ') };
}

/** Sends the form of the page as a browser does. */
async function upload({ as, file, send = false, withoutToken = false, url, ...more }: Upload) {
  const session = more.session ?? (await sessionOf(as));
  const { token, cookie } = await formToken(session);
  const form = new FormData();
  if (!withoutToken) form.append('_csrf', token);
  if (file !== null) form.append('file', new Blob([Buffer.from(file)]), 'sheet.pdf');
  form.append('_do', send ? 'send' : 'show');
  const body = new Response(form);
  const answer = await game.app.inject({
    method: 'POST',
    url: url ?? `/my/games/${game.number}/sheet/pdf`,
    headers: {
      'content-type': body.headers.get('content-type') ?? '',
      cookie,
    },
    payload: Buffer.from(await body.arrayBuffer()),
  });
  const text = answer.body.replace(/\s+/g, ' ');
  return { status: answer.statusCode, text, location: String(answer.headers.location ?? '') };
}

describe('a PDF that was filled in', () => {
  test('fills in the form, and is not sent', async () => {
    const file = await fillWithPdfLib(await printout(game.ann), ORDERS);
    const shown = await upload({ as: game.ann, file });
    expect(shown.status).toBe(200);
    expect(shown.text).toContain('Read from your PDF: no problems');
    expect(shown.text).toMatch(/name="campaign\[0\]\.spend"[^>]*value="\$ 120"/);
    expect(shown.text).toContain('Ännie &amp; “co” 🚂');
    expect(await game.ctx.db.prisma.sheet.count({ where: { gameId: game.gameId } })).toBe(0);
  });

  test('is read only with so many others of the same session at the same time', async () => {
    const file = await fillWithPdfLib(await printout(game.ann), ORDERS);
    const of = { as: game.ann, session: await sessionOf(game.ann) };
    const all = await Promise.all(Array.from({ length: 5 }, () => upload({ ...of, file })));
    const refused = all.filter(({ status }) => status === 503);
    expect(all.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(refused).toHaveLength(3);
    for (const { text } of refused) {
      expect(text).toContain('Too many files are being sent at the moment. Try again in a moment.');
      expect(text).toContain('Nothing you sent was stored.');
    }
  }, 60_000);

  test('shows its problems at their fields', async () => {
    const orders = new Map([...ORDERS, ['campaign-0-spend', '9000']] as const);
    const shown = await upload({
      as: game.ann,
      file: await fillWithPdfLib(await printout(game.ann), orders),
      send: true,
    });
    expect(shown.status).toBe(422);
    expect(shown.text).toContain('Not accepted: 1 problem');
    expect(shown.text).toMatch(/href="#f-campaign/);
  });

  test('is not sent if nothing is filled in on it', async () => {
    const before = await game.ctx.db.prisma.sheet.count();
    const shown = await upload({ as: game.ann, file: await printout(game.ann), send: true });
    expect(shown.status).toBe(422);
    expect(shown.text).toContain('Nothing is filled in on this PDF, so it was not sent.');
    expect(await game.ctx.db.prisma.sheet.count()).toBe(before);
  });

  test('is sent directly, with a receipt', async () => {
    const file = await fillWithPdfLib(await printout(game.ann), ORDERS);
    const sent = await upload({ as: game.ann, file, send: true });
    expect(sent.status).toBe(303);
    expect(sent.location).toMatch(/\/sheet\/turns\/1\/versions\/\d+$/);
    const where = { gameId: game.gameId, outcome: 'standing' as const };
    const sheet = await game.ctx.db.prisma.sheet.findFirstOrThrow({ where });
    expect(sheet).toMatchObject({
      channel: 'pdf',
      raw: { fundraising: ['TX'], campaign: [{ state: 'CA', spend: 120 }], press: 'Ännie & “co” 🚂' },
    });
    expect(await game.ctx.db.prisma.delivery.count({ where: { sheetId: sheet.id } })).toBe(1);
  });

  test('is refused by name if it is another seat’s', async () => {
    const shown = await upload({ as: game.carl, file: await printout(game.ann), send: true });
    expect(shown.status).toBe(422);
    expect(shown.text).toContain('This PDF is a sheet of [AB], and you have [CD].');
  });

  test.each([
    ['no file', null, 'Choose the PDF of your printout first.'],
    ['another file', Buffer.from('hello'), 'This file is not a PDF.'],
    ['a damaged PDF', Buffer.from('%PDF-1.7\nhello'), 'cannot be read'],
    ['too large a file', Buffer.alloc(5 * 1024 * 1024 + 1), 'has more than 5 MB'],
  ])('is refused if it is %s', async (_, file, words) => {
    const shown = await upload({ as: game.ann, file, send: true });
    expect([shown.status, shown.text]).toEqual([422, expect.stringContaining(words)]);
    expect(shown.text).toContain('The PDF was not read');
  });

  test('needs the token of the form, and is taken nowhere else', async () => {
    const file = await printout(game.ann);
    expect((await upload({ as: game.ann, file, withoutToken: true })).status).toBe(403);
    const url = `/my/games/${game.number}/sheet`;
    expect((await upload({ as: game.ann, file, url })).status).toBe(415);
  });

  test('is read before those of someone who has many of them', async () => {
    const file = await fillWithPdfLib(await printout(game.ann), ORDERS);
    let read = 0;
    const others = Array.from({ length: 12 }, async () => {
      await readFilledPdf(file, { of: 'someone else' });
      read += 1;
    });
    expect((await upload({ as: game.ann, file })).status).toBe(200);
    expect(read).toBeLessThan(12);
    await Promise.all(others);
  }, 60_000);

  test('keeps no one from sending a sheet while it is read, and is sent when it is its turn', async () => {
    const file = await fillWithPdfLib(await printout(game.ann), ORDERS);
    const others = Array.from({ length: 6 }, () => readFilledPdf(file));
    const { gameQueue } = game.app;
    const reading = [game.ann, game.ann, game.carl].map((as) => upload({ as, file }));
    const all = Promise.all([...reading, ...others]).then(() => 'read');
    const ann = await Visitor.as(game, game.ann);
    const sent = ann.post(`/my/games/${game.number}/sheet`, { _turn: '1', press: 'Hello' });
    expect(await Promise.race([sent.then(({ status }) => status), all])).toBe(303);
    await all;

    const places = await Promise.all([1, 2, 3].map(() => gameQueue.enter(game.number)));
    const uploaded = upload({ as: game.ann, file, send: true });
    await expect.poll(() => gameQueue.size(), { timeout: 20_000 }).toEqual({ running: 3, waiting: 1 });
    for (const leave of places) leave();
    expect((await uploaded).status).toBe(303);
  }, 60_000);

  test('is to be chosen again if the game is busy, as no page keeps it', async () => {
    const file = await fillWithPdfLib(await printout(game.ann), ORDERS);
    vi.spyOn(game.app.gameQueue, 'enter').mockRejectedValueOnce(new UnavailableError('busy'));
    onTestFinished(() => void vi.restoreAllMocks());
    const busy = await upload({ as: game.ann, file, send: true });
    expect(busy.status).toBe(503);
    expect(busy.text).toContain('go back to the form and send it again');
    expect(busy.text).not.toContain('Send again');
  });
});

describe('the code on a sheet', () => {
  const address = async (account: Account) => {
    const { token } = /Sheet token[^A-Z0-9]*(?<token>[2-9A-Z]{4}-[2-9A-Z]{4})/.exec(
      (await (await Visitor.as(game, account)).get(`/my/games/${game.number}/turns/1.txt`)).body,
    )?.groups ?? { token: '' };
    expect(token).not.toBe('');
    return `/s/${game.number}/${token}`;
  };

  test('opens the sheet for its player', async () => {
    const ann = await Visitor.as(game, game.ann);
    const answer = await ann.get(await address(game.ann));
    expect([answer.status, answer.location]).toEqual([303, `/my/games/${game.number}/sheet`]);
  });

  test('opens the entry of that sheet for the GM', async () => {
    const gm = await Visitor.as(game, game.gm);
    const found = await gm.get(await address(game.ann));
    expect(found.status).toBe(303);
    const entry = await gm.get(found.location);
    const seat = await game.ctx.db.prisma.seat.findFirstOrThrow({ where: { identifier: 'AB' } });
    expect(entry.location).toBe(`/gm/games/${game.number}/seats/${seat.id}/paper-sheet`);
  });

  test('asks others to sign in, and leads back', async () => {
    const url = await address(game.ann);
    const page = await new Visitor(game.app).get(url);
    expect(page.status).toBe(200);
    expect(page.body).toContain(`/sign-in?next=${encodeURIComponent(url)}`);
  });

  test('shows no sheet to the other player, and says the same of games that do not exist', async () => {
    const carl = await Visitor.as(game, game.carl);
    const page = await carl.get(await address(game.ann));
    expect([page.status, page.body]).toEqual([
      200,
      expect.stringContaining('The code is not that of your sheet'),
    ]);
    const other = await carl.get('/s/EY-99/7KQM-3XWK');
    expect([other.status, other.body]).toEqual([
      200,
      expect.stringContaining('You are signed in as neither.'),
    ]);
    const nobody = new Visitor(game.app);
    const [one, two] = [await nobody.get('/s/EY-99/7KQM-3XWK'), await nobody.get(await address(game.ann))];
    expect(one.status).toBe(two.status);
  });

  test('ends with the turn', async () => {
    const url = await address(game.ann);
    const old = await printout(game.ann);
    await game.processTurn();
    const page = await (await Visitor.as(game, game.ann)).get(url);
    expect([page.status, page.body]).toEqual([200, expect.stringContaining('it is for another turn')]);
    const shown = await upload({ as: game.ann, file: old, send: true });
    expect(shown.status).toBe(422);
    expect(shown.text).toContain('This PDF is the sheet for turn 1, and turn 2 is open now.');
    // The printout of a turn that is over cannot be filled in.
    const flat = await upload({ as: game.ann, file: await printout(game.ann), send: true });
    expect(flat.text).toContain('This PDF has no sheet that can be read');
  });
});

test('the file of someone without a seat in the game is not read', async () => {
  await game.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = game.app.server.address() as AddressInfo;
  const stranger = await anAccount(game.ctx, 'Zoe Stranger');
  const session = await aSession(game.ctx, { accountId: stranger.id, method: 'code' });
  for (const number of [game.number, 'EY-99999', 'nonsense']) {
    const socket = connect({ host: '127.0.0.1', port });
    onTestFinished(() => void socket.destroy());
    // The file never comes.
    socket.write(
      `POST /my/games/${number}/sheet/pdf HTTP/1.1\r\nhost: x\r\ncookie: whistlestop=${session}\r\n` +
        `content-type: multipart/form-data; boundary=b\r\ncontent-length: 5000\r\n\r\n--b\r\n`,
    );
    const [answer] = await once(socket, 'data', { signal: AbortSignal.timeout(5_000) });
    expect(String(answer)).toMatch(/^HTTP\/1\.1 404 /);
    await once(socket, 'end', { signal: AbortSignal.timeout(5_000) });
  }
});

test('a file is not read if the session ends while it arrives', async () => {
  const { port } = game.app.server.address() as AddressInfo;
  const session = await sessionOf(game.ann);
  const { token, cookie } = await formToken(session);
  const form = new FormData();
  form.append('_csrf', token);
  form.append('file', new Blob([Buffer.from(await printout(game.ann))]), 'sheet.pdf');
  const body = new Response(form);
  const bytes = Buffer.from(await body.arrayBuffer());
  const socket = connect({ host: '127.0.0.1', port });
  onTestFinished(() => void socket.destroy());
  socket.write(
    `POST /my/games/${game.number}/sheet/pdf HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\naccept: text/html\r\n` +
      `content-type: ${body.headers.get('content-type')}\r\ncontent-length: ${bytes.length}\r\n\r\n`,
  );
  socket.write(bytes.subarray(0, 1_000));
  await sleep(500);
  await closeSession(game.ctx, session);
  socket.write(bytes.subarray(1_000));
  const [answer] = await once(socket, 'data', { signal: AbortSignal.timeout(20_000) });
  expect(String(answer)).toMatch(/^HTTP\/1\.1 (401|303) /);
});

test('without a body, the form is shown, with the reason', async () => {
  const { token, cookie } = await formToken(await sessionOf(game.ann));
  const url = `/my/games/${game.number}/sheet/pdf`;
  const answer = await game.app.inject({ method: 'POST', url, headers: { cookie, 'csrf-token': token } });
  expect(answer.statusCode).toBe(422);
  expect(answer.body).toContain('Choose the PDF of your printout first.');
});
