import { beforeAll, expect, test } from 'vitest';
import { setSecurityCode } from '../../src/accounts/security-codes.ts';
import type { Account } from '../../src/database/generated/client.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { setLettersPolicy } from '../../src/games/letters/letters-policy.ts';
import { granted, runningGame } from '../games/game/play.ts';
import { useWeb } from '../web/use-web.ts';
import { signedIn, testCode, type Visitor } from '../web/visitor.ts';

/* Two players who share a browser: pages that one has left open must not be sent as the other, who has signed in meanwhile. */

const { own, app } = useWeb({ limits: { forms: 10_000 } });
const SECRET = 'Carl must never know';
let number: string;
let ann: Account;
let carl: Account;

beforeAll(async () => {
  const g = await runningGame(own.ctx, { humans: 3, opponents: 1 });
  number = gameNumber(g.game);
  const letters = { letters: 'open' as const, lettersBefore: null };
  granted(await setLettersPolicy(own.ctx, { gameId: g.game.id, by: g.gm.id, ...letters }));
  [ann, carl] = g.players as [Account, Account];
  for (const { id } of g.players) granted(await setSecurityCode(own.ctx, id, testCode));
});

/** The hidden fields of the form of a page that is sent to an address. */
function hiddenFields(page: string, address: string): Record<string, string> {
  const form = page.match(/<form\b[\s\S]*?<\/form>/g)?.find((one) => one.includes(`action="${address}"`));
  const inputs = form?.match(/<input type="hidden"[^>]*>/g) ?? [];
  return Object.fromEntries(
    inputs.map((input) => [/name="([^"]*)"/.exec(input)?.[1], /value="([^"]*)"/.exec(input)?.[1]]),
  );
}

const FORMS = [
  { what: 'a letter', page: '/my/games/N/letters/new', to: '/my/games/N/letters', field: 'text' },
  { what: 'a message to the GM', page: '/games/N/messages', to: '/games/N/messages', field: 'text' },
  { what: 'notes', page: '/my/games/N', to: '/my/games/N/notes', field: 'notes' },
  { what: 'a change of the name', page: '/account', to: '/account', field: 'name' },
];

/** Opens the page of a form as Ann. Returns what her browser would send. */
async function filledIn(visitor: Visitor, { page, to, field }: (typeof FORMS)[number]) {
  const body = (await visitor.get(page.replace('N', number))).body;
  const address = to.replace('N', number);
  return { address, fields: { ...hiddenFields(body, address), [field]: SECRET } };
}

async function signInAs({ id }: Account, visitor: Visitor): Promise<void> {
  await visitor.post('/sign-out');
  const response = await visitor.post('/sign-in', { account: String(id), code: testCode });
  expect(response.statusCode).toBe(303);
}

const stored = async () => {
  const { prisma } = own.ctx.db;
  const found = [
    ...(await prisma.letter.findMany()),
    ...(await prisma.gmMessage.findMany()),
    ...(await prisma.privateNotes.findMany()),
    ...(await prisma.account.findMany()),
  ];
  return JSON.stringify(found).includes(SECRET);
};

test.each(FORMS)('$what of the one is not sent as the other', async (form) => {
  const visitor = await signedIn(app, own.ctx, ann);
  const { address, fields } = await filledIn(visitor, form);
  expect(fields._csrf).toBeTruthy();
  await signInAs(carl, visitor);
  for (const token of [fields._csrf ?? '', await visitor.token()]) {
    const sent = await visitor.postBare(address, { ...fields, _csrf: token });
    expect(sent.statusCode).toBe(409);
    expect(sent.body).toContain(`#${carl.id}`);
    expect(sent.body).not.toContain(SECRET);
    expect(await stored()).toBe(false);
  }
});

test('whoever has opened the page can send it after signing in again', async () => {
  const visitor = await signedIn(app, own.ctx, ann);
  const { address, fields } = await filledIn(visitor, FORMS[1] as (typeof FORMS)[number]);
  await signInAs(ann, visitor);
  const sent = await visitor.postBare(address, { ...fields, text: 'A question.' });
  expect([sent.statusCode, sent.headers.location]).toEqual([303, `${address}?done=message-sent`]);
});

test('a letter that waits for its writer to sign in again is not shown to another one', async () => {
  const visitor = await signedIn(app, own.ctx, ann);
  const { address, fields } = await filledIn(visitor, FORMS[0] as (typeof FORMS)[number]);
  visitor.cookies.delete('whistlestop');
  const asked = await visitor.postBare(address, fields);
  expect(asked.statusCode).toBe(401);
  const again = { ...hiddenFields(asked.body, `${address}/sign-in`), text: SECRET };
  const asCarl = { ...again, _account: String(carl.id), _code: testCode };
  const shown = await visitor.postBare(`${address}/sign-in`, asCarl);
  expect(shown.statusCode).toBe(409);
  expect(shown.body).not.toContain(SECRET);
  await visitor.post('/sign-out');
  const asAnn = { ...again, _account: String(ann.id), _code: testCode, _csrf: await visitor.token() };
  const hers = await visitor.postBare(`${address}/sign-in`, asAnn);
  expect(hers.statusCode).toBe(200);
  expect(hers.body).toContain(SECRET);
});

test('a page that one has left open still signs the other out', async () => {
  const visitor = await signedIn(app, own.ctx, ann);
  const fields = hiddenFields((await visitor.get('/account')).body, '/sign-out');
  await signInAs(carl, visitor);
  expect((await visitor.postBare('/sign-out', fields)).statusCode).toBe(303);
  expect((await visitor.get('/account')).statusCode).toBe(303);
});
