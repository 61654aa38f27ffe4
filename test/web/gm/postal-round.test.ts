import { writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Account, Seat } from '../../../src/database/generated/client.ts';
import { beginGame } from '../../../src/games/game/begin-game.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { rollBack } from '../../../src/games/processing/roll-back.ts';
import { handSeatToComputer, returnSeat } from '../../../src/games/seats/replace-player.ts';
import { prunePostalAddresses } from '../../../src/operations/retention/prune-postal-addresses.ts';
import { ALWAYS_SHOWN, SOMETIMES_SHOWN } from '../../../src/printouts/post/cover-page.ts';
import { formingGame, granted, runningGame, send, type TestGame } from '../../games/game/play.ts';
import { useWeb } from '../use-web.ts';
import { aVisitor, signedIn, type Visitor } from '../visitor.ts';
import { type PageText, pagesOf } from './pdf-pages.ts';

/* Players without e-mail: one file for the printer, sheets entered in its order, and receipts by post. */

const { own, app } = useWeb({ publicUrl: 'https://games.example.org' });
const PAT = 'Pat Paper\n12 Long Road\nSpringfield, IL 62701';
const QUINN = 'Quinn Quill\n7 Short Street\nApartment 3\nDes Moines, IA 50309\nUSA';
const GIL = 'Gil Gamemaster\nBox 99\nAustin, TX 78701';
let play: TestGame;
let gm: Visitor;
let ann: Visitor;
let path: string;
let paper: Seat[];

beforeAll(async () => {
  play = await formingGame(own.ctx, { humans: 1, opponents: 2 });
  gm = await signedIn(app, own.ctx, play.gm);
  ann = await signedIn(app, own.ctx, play.players[0] as Account);
  path = `/gm/games/${gameNumber(play.game)}`;
  for (const [name, address] of [
    ['Pat Paper', PAT],
    ['Quinn Quill', QUINN],
  ]) {
    expect(
      (await gm.post(`${path}/post/player`, { name, address } as Record<string, string>)).statusCode,
    ).toBe(303);
  }
  granted(await beginGame(own.ctx, { gameId: play.game.id, by: play.gm.id, due: null }));
  paper = await own.ctx.db.prisma.seat.findMany({
    where: { gameId: play.game.id, account: { email: { endsWith: '@paper.invalid' } } },
    orderBy: { position: 'asc' },
  });
});

const roundPdf = async (size = 'letter') => (await gm.get(`${path}/post.pdf?paper=${size}`)).rawPayload;
/** The text of each cover page, with the pages on which it continues. */
const coversIn = async (pdf: Buffer) => {
  const covers: string[] = [];
  for (const page of await pagesOf(pdf)) {
    const text = textOf(page);
    if (/For \[.*, continued/.test(text)) covers.push(`${covers.pop()} ${text}`);
    else if (/For \[/.test(text)) covers.push(text);
  }
  return covers;
};
const coversNow = async () => coversIn(await roundPdf());
const textOf = (page: PageText | undefined) => (page?.texts ?? []).map(({ text }) => text).join(' ');

test('an address must fit into the window, and only the GM can add players or see addresses', async () => {
  const long = await gm.post(`${path}/post`, { own: 'a\nb\nc\nd\ne\nf' });
  expect(long.statusCode).toBe(422);
  expect(long.body).toContain('in 5 lines at most');
  const players = Object.fromEntries(paper.map(({ id }, i) => [`seat-${id}`, i === 0 ? PAT : QUINN]));
  expect((await gm.post(`${path}/post`, { own: GIL, ...players })).statusCode).toBe(303);
  const page = (await gm.get(`${path}/post`)).body;
  for (const line of [PAT, QUINN, GIL]) expect(page).toContain(line.split('\n')[1]);
  for (const visitor of [ann, aVisitor(app)]) {
    const shown = await visitor.get(`${path}/post`);
    expect(shown.body).not.toContain('Long Road');
    expect((await visitor.get(`${path}/post.pdf`)).statusCode).not.toBe(200);
  }
  const number = gameNumber(play.game);
  for (const address of [`/games/${number}`, `/my/games/${number}`, `/my/games/${number}/turns/1`]) {
    const { body } = await ann.get(address);
    expect(body).not.toContain('Long Road');
    expect(body).not.toContain('Box 99');
  }
});

test('a page that was opened before a player was added does not remove the address of the new one', async () => {
  const other = await formingGame(own.ctx, { humans: 1, opponents: 2 });
  const theirs = await signedIn(app, own.ctx, other.gm);
  const post = `/gm/games/${gameNumber(other.game)}/post`;
  await theirs.post(`${post}/player`, { name: 'Pat Paper', address: PAT });
  const older = (await theirs.get(post)).body;
  await theirs.post(`${post}/player`, { name: 'Quinn Quill', address: QUINN });
  const fields = [...older.matchAll(/name="((?:seat|player)-[^"]+)"(?: value="([^"]*)")?/g)];
  const form = Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value]));
  expect(Object.keys(form).filter((name) => name.startsWith('seat-'))).toHaveLength(1);
  expect((await theirs.post(post, { own: GIL, ...form })).statusCode).toBe(303);
  const page = (await theirs.get(post)).body;
  // The blank address of the older page was meant.
  expect(page).not.toContain('Long Road');
  expect(page).toContain('Short Street');
});

test('the file is not made before the GM has said so, and then everyone is told', async () => {
  expect((await gm.get(`${path}/post.pdf`)).statusCode).toBe(404);
  await gm.post(`${path}/post/open`, { turn: '1' });
  const told = (await ann.get(`/games/${gameNumber(play.game)}`)).body;
  expect(told).toContain('printed the printout of Pat Paper');
  expect(told).toContain('to send it by post');
  const inspections = { gameId: play.game.id, accountId: play.gm.id, kind: 'postalRound' as const };
  expect(await own.ctx.db.prisma.inspection.count({ where: inspections })).toBe(2);
  await gm.post(`${path}/post/open`, { turn: '1' });
  expect(await own.ctx.db.prisma.inspection.count({ where: inspections })).toBe(2);
});

test('the file is made anew if anything in it has changed, such as whether orders can be final', async () => {
  const where = { gameId: play.game.id };
  const { processWhenFinal, autoProcess } = await own.ctx.db.prisma.gameSchedule.findUniqueOrThrow({ where });
  const printed = async (final: boolean) => {
    const data = { processWhenFinal: final, autoProcess: final };
    await own.ctx.db.prisma.gameSchedule.update({ where, data });
    return (await pagesOf(await roundPdf())).map(textOf).join(' ');
  };
  expect(await printed(true)).not.toBe(await printed(false));
  await own.ctx.db.prisma.gameSchedule.update({ where, data: { processWhenFinal, autoProcess } });
});

describe.each(['letter', 'a4'] as const)('the file on %s paper', (size) => {
  test('has a cover page for each paper player, on the front of a leaf', async () => {
    const pdf = await roundPdf(size);
    if (process.env.KEEP_PDF) writeFileSync(`${process.env.KEEP_PDF}-${size}.pdf`, pdf);
    const pages = await pagesOf(pdf);
    expect(pages.length % 2).toBe(0);
    const covers = pages.flatMap((page, i) => (/For \[/.test(textOf(page)) ? [i] : []));
    expect(covers).toHaveLength(2);
    expect(covers.every((i) => i % 2 === 0)).toBe(true);
    for (const i of covers) expect(pages[i + 1]?.texts).toEqual([]);
    const [first = 0, second = 0] = covers;
    expect(textOf(pages[first])).toContain('For [');
    const own = pages.slice(first, second).map(textOf).join(' ');
    expect(own).toContain('Pat Paper');
    expect(own).toContain('Sheet token');
    expect(own).toContain('Gil Gamemaster, Box 99, Austin, TX 78701');
    // Every page of a printout names its reader at the top.
    const readers = pages.flatMap((page) => /T-1 \[(\w+)\]/.exec(textOf(page))?.[1] ?? []);
    expect([...new Set(readers)]).toEqual(paper.map(({ identifier }) => identifier));
  });

  test('has the whole address in the part of the page that the window shows, and nothing else there', async () => {
    const pages = await pagesOf(await roundPdf(size));
    const covers = pages.filter((page) => /For \[/.test(textOf(page)));
    const addresses = [PAT, QUINN];
    for (const [i, { texts }] of covers.entries()) {
      const sure = ALWAYS_SHOWN[size];
      const maybe = SOMETIMES_SHOWN[size];
      const inSure = texts.filter(
        ({ left, right, top, bottom }) =>
          left >= sure.left && right <= sure.right && top >= sure.top - 0.5 && bottom <= sure.bottom + 0.5,
      );
      const seen = texts.filter(
        ({ left, right, top, bottom }) =>
          right > maybe.left && left < maybe.right && bottom > maybe.top && top < maybe.bottom,
      );
      expect(inSure.map(({ text }) => text).join('\n')).toBe(addresses[i]);
      expect(seen).toEqual(inSure);
    }
  });
});

test('nothing is mailed to a player without e-mail', async () => {
  const page = (await gm.get(path)).body;
  expect(page).toContain('Plays by post, no e-mail');
});

test('sheets are entered in the printed order, and the next file is the receipt', async () => {
  const [pat, quinn] = paper as [Seat, Seat];
  const formOf = (seat: Seat) => `${path}/seats/${seat.id}/paper-sheet`;
  for (const seat of paper) await gm.post(`${formOf(seat)}/open`, { turn: '1' });
  const first = await gm.post(formOf(pat), { _turn: '1', press: 'Paper is patient.' });
  expect(first.headers.location).toBe(`${formOf(quinn)}?done=paper-sheet-entered-next`);
  const last = await gm.post(formOf(quinn), { _turn: '1', press: 'Ink is thicker than water.' });
  expect(last.headers.location).toBe(`${path}/post?done=paper-sheet-entered-all`);
  await processTurn(own.ctx, { gameId: play.game.id, by: play.gm.id, turn: 1 });
  expect((await gm.get(`${path}/post.pdf`)).statusCode).toBe(404);
  await gm.post(`${path}/post/open`, { turn: '2' });
  const covers = (await pagesOf(await roundPdf())).map(textOf).filter((text) => /For \[/.test(text));
  expect(covers[0]).toContain('Turn 1: your paper sheet was entered on');
  expect(covers[0]).toContain('Paper is patient.');
  expect(covers[0]).not.toContain('Ink is thicker');
  expect(covers[1]).toContain('Ink is thicker than water.');
});

test('the receipt does not say what someone sent who had the seat before', async () => {
  const where = { id: paper[0]?.id as string };
  await own.ctx.db.prisma.seat.update({ where, data: { since: 2 } });
  const covers = (await pagesOf(await roundPdf())).map(textOf).filter((text) => /For \[/.test(text));
  await own.ctx.db.prisma.seat.update({ where, data: { since: 0 } });
  expect(covers.join(' ')).not.toContain('Paper is patient.');
  expect(covers.join(' ')).toContain('Ink is thicker than water.');
});

test('a player who missed a turn reads so on the cover, and one who has only advance orders does not', async () => {
  const [pat] = paper as [Seat, Seat];
  const form = `${path}/seats/${pat.id}/paper-advance-orders`;
  // Nothing of the form shows before it is opened, and nothing can be entered.
  expect((await gm.get(`${form}/3`)).body).not.toContain('id="sheet"');
  const early = await gm.post(`${form}/3`, { _turn: '2', press: 'Too early.' });
  expect(early.statusCode).toBe(409);
  expect(early.body).toContain('value="Too early."');
  expect((await gm.post(`${form}/3/open`, { turn: '2' })).statusCode).toBe(303);
  expect((await ann.get(`/games/${gameNumber(play.game)}`)).body).toContain(
    'opened the form for advance orders on paper of Pat Paper',
  );
  const entered = await gm.post(`${form}/3`, { _turn: '2', press: 'Written in advance.' });
  // The player's own sheet is the next one, because it is missing.
  expect(entered.headers.location).toBe(
    `${path}/seats/${pat.id}/paper-sheet?done=paper-advance-orders-entered`,
  );
  await gm.post(`${form}/standing`, { _turn: '2', press: 'Whenever I am silent.' });
  // What is saved is not for the GM's eyes.
  expect((await gm.get(`${form}/3`)).body).not.toContain('Written in advance.');
  const rows = await own.ctx.db.prisma.advanceOrders.findMany({ where: { seatId: pat.id } });
  expect(rows.map(({ accountId }) => accountId)).toEqual([pat.accountId, pat.accountId]);
  const where = { gameId: play.game.id, type: 'advanceOrdersSent' as const };
  const logged = await own.ctx.db.prisma.gameEvent.findMany({ where, orderBy: { id: 'asc' } });
  expect(logged.map(({ accountId, detail }) => [accountId, detail])).toEqual([
    [play.gm.id, `[${pat.identifier}] advance orders for turn 3, on paper`],
    [play.gm.id, `[${pat.identifier}] standing orders, on paper`],
  ]);
  const [before] = await coversNow();
  expect(before).toContain('Your advance orders for turn 3 were entered on');
  expect(before).toContain('Written in advance.');
  expect(before).toContain('Whenever I am silent.');

  await processTurn(own.ctx, { gameId: play.game.id, by: play.gm.id, turn: 2 });
  await gm.post(`${path}/post/open`, { turn: '3' });
  const [pats, quinns] = await coversNow();
  expect(pats).toContain('Turn 2: your standing orders were played');
  expect(pats).toContain('Turn 3: your advance orders became your sheet');
  expect(pats).not.toContain('No sheet of yours');
  expect(quinns).toContain('No sheet of yours for turn 2 reached your GM by post.');
  expect(quinns).not.toContain('Written in advance.');
});

test('nobody else opens advance orders, and not those of a player with e-mail', async () => {
  const [pat] = paper as [Seat, Seat];
  const [mailed] = play.seats as [Seat];
  const form = (seat: Seat) => `${path}/seats/${seat.id}/paper-advance-orders/4`;
  expect((await gm.get(form(mailed))).statusCode).toBe(404);
  expect((await gm.post(`${form(mailed)}/open`, { turn: '3' })).statusCode).toBe(404);
  expect((await ann.get(form(pat))).statusCode).toBe(404);
  expect((await ann.post(`${form(pat)}/open`, { turn: '3' })).statusCode).toBe(404);
});

test('the GM withdraws orders that a player on paper no longer wants, and the cover no longer lists them', async () => {
  const [pat] = paper as [Seat, Seat];
  const form = `${path}/seats/${pat.id}/paper-advance-orders/standing`;
  const page = (await gm.get(form)).body;
  expect(page).toMatch(/This player has standing orders, entered on .*Withdraw the standing orders/s);
  expect(page).not.toContain('Whenever I am silent.');
  expect((await ann.post(`${form}/withdraw`, { turn: '3' })).statusCode).toBe(404);
  const withdrawn = await gm.post(`${form}/withdraw`, { turn: '3' });
  expect(withdrawn.headers.location).toBe(`${path}/post?done=paper-advance-orders-withdrawn`);
  const where = { gameId: play.game.id, type: 'advanceOrdersWithdrawn' as const };
  const { accountId, detail } = await own.ctx.db.prisma.gameEvent.findFirstOrThrow({ where });
  expect([accountId, detail]).toEqual([play.gm.id, `[${pat.identifier}] standing orders, on paper`]);
  const again = await gm.post(`${form}/withdraw`, { turn: '3' });
  expect(again.statusCode).toBe(409);
  expect(again.body).toContain(`[${pat.identifier}] has no standing orders.`);
  const [cover] = await coversNow();
  expect(cover).not.toContain('Your standing orders were entered');
});

test('after a rollback, a turn that is played again has to be opened again, and is announced again', async () => {
  const gameId = play.game.id;
  const [pat] = paper as [Seat, Seat];
  const sheet = `${path}/seats/${pat.id}/paper-sheet`;
  await gm.post(`${sheet}/open`, { turn: '3' });
  expect((await gm.get(sheet)).body).toContain('id="sheet"');
  for (const press of ['First thoughts.', 'Second thoughts.']) await gm.post(sheet, { _turn: '3', press });
  const [corrected] = await coversNow();
  expect(corrected).toMatch(/Turn 3: your paper sheet .*It does not count: version 3 does\./);
  expect(corrected).not.toContain('First thoughts.');
  expect(corrected).toContain('Second thoughts.');
  await send(own.ctx, pat, 3, { press: 'Sent on the web.' });
  const [replaced] = await coversNow();
  expect(replaced).toMatch(/Turn 3: your paper sheet .*It does not count: version 4 does\./);
  expect(replaced).not.toContain('Sent on the web.');
  own.setNow(new Date(own.ctx.now().getTime() + 60_000));
  granted(await rollBack(own.ctx, { gameId, by: play.gm.id, turn: 3, due: null }));
  await processTurn(own.ctx, { gameId, by: play.gm.id, turn: 2 });
  expect((await gm.get(`${path}/post.pdf`)).statusCode).toBe(404);
  expect((await gm.get(sheet)).body).not.toContain('id="sheet"');
  await gm.post(`${path}/post/open`, { turn: '3' });
  const [reopened] = await coversNow();
  expect(reopened).toMatch(/Turn 3: your paper sheet .*It does not count: /);
  expect(reopened).not.toContain('Second thoughts.');
});

test('after a rollback, no one is printed the sheet of a turn that is not open', async () => {
  const other = await formingGame(own.ctx, { humans: 1, opponents: 2 });
  const theirs = await signedIn(app, own.ctx, other.gm);
  const post = `/gm/games/${gameNumber(other.game)}/post`;
  const of = { gameId: other.game.id, by: other.gm.id };
  for (const [name, address] of [
    ['Pat Paper', PAT],
    ['Quinn Quill', QUINN],
  ] as const)
    await theirs.post(`${post}/player`, { name, address });
  granted(await beginGame(own.ctx, { ...of, due: null }));
  const pat = await own.ctx.db.prisma.seat.findFirstOrThrow({
    where: { gameId: of.gameId, name: 'Pat Paper' },
  });
  await own.ctx.db.prisma.gamePolicy.update({ where: { gameId: of.gameId }, data: { maxMisses: 20 } });
  // The computer plays for Pat until turn 3.
  granted(await handSeatToComputer(own.ctx, { ...of, turn: 1, seatId: pat.id }));
  await processTurn(own.ctx, { ...of, turn: 1 });
  await processTurn(own.ctx, { ...of, turn: 2 });
  granted(await returnSeat(own.ctx, { ...of, turn: 3, seatId: pat.id }));
  granted(await rollBack(own.ctx, { ...of, turn: 3, due: null }));
  await theirs.post(`${post}/open`, { turn: '2' });
  const covers = async () => coversIn((await theirs.get(`${post}.pdf?paper=letter`)).rawPayload);
  const [first, second, ...more] = await covers();
  expect(first).toContain('Pat Paper');
  expect(second).toContain('Quinn Quill');
  expect(more).toEqual([]);

  // An earlier version of the server did not give Pat the printout of turn 2.
  await own.ctx.db.prisma.printout.deleteMany({ where: { seatId: pat.id, turn: 2 } });
  await own.ctx.db.prisma.seat.update({ where: { id: pat.id }, data: { since: 3 } });
  const [only, ...others] = await covers();
  expect(only).toContain('Quinn Quill');
  expect(others).toEqual([]);
});

test('in a running game, a player without e-mail replaces one with e-mail, and the other way around', async () => {
  const other = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  const theirs = await signedIn(app, own.ctx, other.gm);
  const bob = await signedIn(app, own.ctx, other.players[1] as Account);
  const number = gameNumber(other.game);
  const post = `/gm/games/${number}/post`;
  const [seat] = other.seats as [Seat];
  const paula = {
    name: 'Paula Post',
    address: PAT.replace('Pat Paper', 'Paula Post'),
    turn: '1',
    seat: seat.id,
  };
  expect((await theirs.get(post)).body).toContain(`<option value="${seat.id}"`);
  expect((await bob.post(`${post}/player`, paula)).statusCode).toBe(404);
  const nowhere = await theirs.post(`${post}/player`, { ...paula, address: '' });
  expect([nowhere.statusCode, nowhere.body.includes('value="Paula Post"')]).toEqual([422, true]);
  const noSeat = await theirs.post(`${post}/player`, { ...paula, seat: '' });
  expect([noSeat.statusCode, noSeat.body.includes('Choose the seat that the player gets.')]).toEqual([
    422,
    true,
  ]);
  const replaced = await theirs.post(`${post}/player`, paula);
  expect(replaced.headers.location).toBe(`${post}?done=replaced-by-paper-player`);
  const twice = await theirs.post(`${post}/player`, paula);
  expect([twice.statusCode, twice.body.includes('Paula Post has this seat already.')]).toEqual([422, true]);
  // What the GM entered for one player on paper is not printed for the next one.
  const sheet = `/gm/games/${number}/seats/${seat.id}/paper-sheet`;
  await theirs.post(`${sheet}/open`, { turn: '1' });
  await theirs.post(sheet, { _turn: '1', press: 'Words of Paula.' });
  await theirs.post(`${post}/open`, { turn: '1' });
  const first = await coversIn((await theirs.get(`${post}.pdf`)).rawPayload);
  expect(first).toEqual([expect.stringContaining('Words of Paula.')]);
  own.setNow(new Date(own.ctx.now().getTime() + 60_000));
  const peter = { ...paula, name: 'Peter Post', address: PAT.replace('Pat Paper', 'Peter Post') };
  expect((await theirs.post(`${post}/player`, peter)).statusCode).toBe(303);
  // That the GM reads the printout is announced for each player.
  expect((await theirs.get(`${post}.pdf`)).statusCode).toBe(404);
  await theirs.post(`${post}/open`, { turn: '1' });
  const cover = async () => coversIn((await theirs.get(`${post}.pdf`)).rawPayload);
  const [second] = await cover();
  expect(second).toContain('Peter Post 12 Long Road');
  expect(second).not.toContain('Words of Paula.');
  // The players were told, and nothing is mailed to the new one.
  expect((await bob.get(`/games/${number}`)).body).toContain('Peter Post');
  const gameId = other.game.id;
  const sent = await own.ctx.db.prisma.delivery.findMany({ where: { gameId } });
  const told = sent.filter(({ kind }) => kind === 'notice').map(({ accountId }) => accountId);
  expect(told).toEqual(expect.arrayContaining(other.players.map(({ id }) => id)));

  const nora = { turn: '1', name: 'Nora Neu', email: 'nora@players.test' };
  const back = await theirs.post(`/gm/games/${number}/seats/${seat.id}/replace`, nora);
  expect(back.statusCode).toBe(303);
  const page = (await theirs.get(post)).body;
  expect(page).not.toContain('Long Road');
  expect((await theirs.get(`${post}.pdf`)).statusCode).toBe(404);
});

test('the final printout asks for no sheet', async () => {
  const other = await formingGame(own.ctx, { humans: 0, opponents: 3 });
  const theirs = await signedIn(app, own.ctx, other.gm);
  const post = `/gm/games/${gameNumber(other.game)}/post`;
  const of = { gameId: other.game.id, by: other.gm.id };
  await theirs.post(`${post}/player`, { name: 'Pat Paper', address: PAT });
  granted(await beginGame(own.ctx, { ...of, due: null }));
  await own.ctx.db.prisma.gamePolicy.update({
    where: { gameId: of.gameId },
    data: { maxMisses: 20, gmPostalAddress: GIL },
  });
  const cover = async (turn: number) => {
    expect((await theirs.post(`${post}/open`, { turn: String(turn) })).statusCode).toBe(303);
    const covers = await coversIn((await theirs.get(`${post}.pdf?paper=letter`)).rawPayload);
    expect(covers).toHaveLength(1);
    return covers[0];
  };
  expect(await cover(1)).toContain('Fill in the sheet and send it to');
  const game = () => own.ctx.db.prisma.game.findUniqueOrThrow({ where: { id: of.gameId } });
  for (let turn = 1; turn < 30 && (await game()).status === 'running'; turn += 1) {
    await processTurn(own.ctx, { ...of, turn });
  }
  const { status, turn } = await game();
  expect(status).toBe('over');
  expect(await cover(turn)).not.toContain('Fill in the sheet');
});

test('a GM who plays in the game has no postal round', async () => {
  const other = await formingGame(own.ctx, { humans: 1, opponents: 3 });
  const theirs = await signedIn(app, own.ctx, other.gm);
  const page = `/gm/games/${gameNumber(other.game)}/post`;
  expect((await theirs.get(page)).statusCode).toBe(200);
  await own.ctx.db.prisma.seat.updateMany({
    where: { gameId: other.game.id, accountId: other.players[0]?.id as number },
    data: { accountId: other.gm.id },
  });
  expect((await theirs.get(page)).statusCode).toBe(404);
});

test('the addresses are removed 30 days after the end of the game, and not while it can be revived', async () => {
  const { prisma, pool } = own.ctx.db;
  const addresses = () =>
    prisma.account.count({
      where: { id: { in: paper.map((seat) => seat.accountId as number) }, address: { not: null } },
    });
  const gameId = play.game.id;
  const end = own.ctx.now();
  const later = (days: number) => new Date(end.getTime() + days * 86_400_000);
  // One of them may come back to a seat that the computer plays meanwhile.
  const [away] = paper as [Seat];
  const data = { accountId: null, reclaimableById: away.accountId, opponent: true };
  await prisma.seat.update({ where: { id: away.id }, data });
  await prunePostalAddresses(pool, later(1000));
  expect(await addresses()).toBe(2);
  await prisma.game.update({ where: { id: gameId }, data: { status: 'abandoned', endedAt: end } });
  await prunePostalAddresses(pool, later(59));
  expect(await addresses()).toBe(2);
  expect((await prisma.gamePolicy.findUniqueOrThrow({ where: { gameId } })).gmPostalAddress).not.toBeNull();
  await prisma.game.update({ where: { id: gameId }, data: { status: 'over', endedAt: end } });
  await prunePostalAddresses(pool, later(29));
  expect(await addresses()).toBe(2);
  await prunePostalAddresses(pool, later(31));
  expect(await addresses()).toBe(0);
  expect((await prisma.gamePolicy.findUniqueOrThrow({ where: { gameId } })).gmPostalAddress).toBeNull();
});
