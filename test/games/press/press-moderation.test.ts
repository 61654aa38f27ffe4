import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account, Seat } from '../../../src/database/generated/client.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { publicPrintout } from '../../../src/games/game/public-view.ts';
import { readHeldPress, releasesInForce } from '../../../src/games/press/held-press.ts';
import { decideOnPress, isObscene } from '../../../src/games/press/press-moderation.ts';
import { handSeatToComputer, replacePlayer } from '../../../src/games/seats/replace-player.ts';
import { WILDCARDS } from '../../../src/rules/politics/data/wildcards.ts';
import { politics } from '../../../src/rules/politics/index.ts';
import type { Report } from '../../../src/rules/report.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { anAccount, codesOf, granted, runningGame, send, type TestGame } from '../game/play.ts';
import { expectReplay, processAsGm, rollBackAsGm, rollForwardAsGm } from '../processing/turns.ts';

let own: TestContext;
beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own.close());

const OBSCENE = 'My opponent is full of shit, friends!';
/** The held press releases of a game that are in force. */
const held = (g: TestGame) => releasesInForce(own.ctx.db.prisma, g.game.id);
/** The GM reads the held releases, and decides on the first of them. */
const decide = async (g: TestGame, decision: 'print' | 'withhold', word = '') => {
  await readHeldPress(own.ctx, { gameId: g.game.id, by: g.gm.id });
  return decideOnPress(own.ctx, {
    ...{ gameId: g.game.id, by: g.gm.id, decision, word },
    ...{ releaseId: (await held(g))[0]?.id ?? '', turn: (await held(g))[0]?.turn ?? 0 },
  });
};

/** The press releases of people that the public printout before a turn prints: the computer's are not the point here. */
async function quoted(g: TestGame, turn: number): Promise<string[]> {
  const report = (await publicPrintout(own.ctx, gameNumber(g.game), turn)) as Report;
  const blocks = report.sections.find((section) => section.id === 'press')?.blocks ?? [];
  const people = g.seats.filter(({ opponent }) => !opponent).map(({ identifier }) => identifier);
  const quotes = blocks.flatMap((block) => (block.kind === 'quotes' ? block.items : []));
  return quotes.filter(({ by }) => people.some((seat) => by.includes(seat))).map(({ text }) => text);
}

/** A game after turn 1, with an obscene press release and a clean one. */
async function gameWithHeldRelease(): Promise<TestGame> {
  const g = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  await send(own.ctx, g.seats[0] as Seat, 1, { press: OBSCENE });
  await send(own.ctx, g.seats[1] as Seat, 1, { press: 'A clean campaign.' });
  await processAsGm(own.ctx, g, 1);
  return g;
}

test.each([
  [OBSCENE, true],
  ['What the f*ck', true],
  ['Scunthorpe and Sussex stand with us; assassins of reason do not.', false],
  ['Classic bass in Massachusetts', false],
  ['', false],
])('whether a text is obscene: %j', (text, expected) => expect(isObscene(text)).toBe(expected));

describe('an obscene press release', () => {
  test('is left out of every printout, and everything else is printed', async () => {
    const g = await gameWithHeldRelease();
    expect(await quoted(g, 2)).toEqual(['A clean campaign.']);
    expect(await held(g)).toMatchObject([
      { turn: 1, text: OBSCENE, decision: 'held', seatId: g.seats[0]?.id },
    ]);
    const printouts = await own.ctx.db.prisma.printout.findMany({ where: { gameId: g.game.id } });
    expect(JSON.stringify(printouts)).not.toContain(OBSCENE);
    await expectReplay(own.ctx, g.game, 1);
  });

  test('is printed once, with the next printout, if the GM decides to print it', async () => {
    const g = await gameWithHeldRelease();
    granted(await decide(g, 'print'));
    await processAsGm(own.ctx, g, 2);
    expect(await quoted(g, 3)).toEqual([OBSCENE]);
    expect(codesOf(await decide(g, 'withhold', 'No.'))).toEqual(['printed']);
    await processAsGm(own.ctx, g, 3);
    expect(await quoted(g, 4)).toEqual([]);
    await expectReplay(own.ctx, g.game, 3);
  });

  test('is withheld with a reason that its author gets by mail', async () => {
    const g = await gameWithHeldRelease();
    expect(codesOf(await decide(g, 'withhold', '  '))).toEqual(['missing']);
    granted(await decide(g, 'withhold', 'Please mind the children.'));
    const notices = await own.ctx.db.prisma.delivery.findMany({
      where: { gameId: g.game.id, kind: 'notice' },
    });
    expect(notices.map(({ seatId }) => seatId)).toEqual([g.seats[0]?.id]);
    expect(JSON.stringify(notices[0]?.detail)).toContain('Please mind the children.');
    await processAsGm(own.ctx, g, 2);
    expect(await quoted(g, 3)).toEqual([]);
    await expectReplay(own.ctx, g.game, 2);
  });

  test('is in force only while its turn is, and can be printed again after a rollback', async () => {
    const g = await gameWithHeldRelease();
    granted(await decide(g, 'print'));
    await processAsGm(own.ctx, g, 2);
    granted(await rollBackAsGm(own.ctx, g, 3));
    expect(await held(g)).toMatchObject([{ decision: 'print', printedTurn: null }]);
    granted(await rollForwardAsGm(own.ctx, g, 2));
    expect(await held(g)).toMatchObject([{ printedTurn: 2 }]);
    granted(await rollBackAsGm(own.ctx, g, 3));
    granted(await rollBackAsGm(own.ctx, g, 2));
    expect(await held(g)).toEqual([]);
    await processAsGm(own.ctx, g, 1);
    expect(await held(g)).toMatchObject([{ turn: 1, attempt: 2, decision: 'held' }]);
    await processAsGm(own.ctx, g, 2);
    expect(await quoted(g, 3)).toEqual([]);
    await expectReplay(own.ctx, g.game, 2);
  });

  describe('that is withheld after the seat has passed on', () => {
    const notices = async (g: TestGame) => {
      const where = { gameId: g.game.id, kind: 'notice' as const };
      const found = await own.ctx.db.prisma.delivery.findMany({ where });
      return found.filter(({ detail }) => String(detail.subject).includes('was withheld'));
    };

    test.each(['replaced', 'computer'] as const)('is told to its author alone (%s)', async (how) => {
      const g = await gameWithHeldRelease();
      const at = { gameId: g.game.id, by: g.gm.id, turn: 2, seatId: g.seats[0]?.id ?? '' };
      const nora = await anAccount(own.ctx, 'Nora New');
      if (how === 'computer') granted(await handSeatToComputer(own.ctx, at));
      else granted(await replacePlayer(own.ctx, { ...at, name: nora.name, email: nora.email }));
      granted(await decide(g, 'withhold', 'Please mind the children.'));
      const found = await notices(g);
      expect(found.map(({ accountId }) => accountId)).toEqual([g.players[0]?.id]);
      expect(found[0]?.detail).toMatchObject({ confidential: true });
      expect(JSON.stringify(found[0]?.detail)).toContain(OBSCENE);
    });

    test.each([
      ['the person who got its receipt', true],
      ['no one if that is not known anymore', false],
    ])('as a paper sheet is told to %s', async (_whom, isKnown) => {
      const { prisma } = own.ctx.db;
      const g = await gameWithHeldRelease();
      const seatId = g.seats[0]?.id ?? '';
      await prisma.sheet.updateMany({ where: { seatId }, data: { channel: 'post', sentById: g.gm.id } });
      if (!isKnown) await prisma.delivery.deleteMany({ where: { seatId } });
      const nora = await anAccount(own.ctx, 'Nora New');
      const at = { gameId: g.game.id, by: g.gm.id, turn: 2, seatId };
      granted(await replacePlayer(own.ctx, { ...at, name: nora.name, email: nora.email }));
      granted(await decide(g, 'withhold', 'Please mind the children.'));
      expect((await notices(g)).map(({ accountId }) => accountId)).toEqual(isKnown ? [g.players[0]?.id] : []);
    });

    test('is told to its author alone if the GM plays, and no one may read it', async () => {
      const g = await runningGame(own.ctx, { humans: 2, opponents: 2 });
      await send(own.ctx, g.seats[0] as Seat, 1, { press: OBSCENE });
      const seatId = g.seats[0]?.id ?? '';
      const nora = await anAccount(own.ctx, 'Nora New');
      // The sheet of the former player stands until the new one sends another.
      const at = { gameId: g.game.id, by: g.gm.id, turn: 1, seatId };
      granted(await replacePlayer(own.ctx, { ...at, name: nora.name, email: nora.email }));
      await own.ctx.db.prisma.game.update({
        where: { id: g.game.id },
        data: { gmId: g.players[1]?.id ?? 0 },
      });
      await processAsGm(own.ctx, { ...g, gm: g.players[1] as Account }, 1);
      expect((await notices(g)).map(({ accountId }) => accountId)).toEqual([g.players[0]?.id]);
    });
  });

  test('that is withheld while its printing is rolled back is not printed by rolling forward', async () => {
    const g = await gameWithHeldRelease();
    granted(await decide(g, 'print'));
    await processAsGm(own.ctx, g, 2);
    granted(await rollBackAsGm(own.ctx, g, 3));
    granted(await decide(g, 'withhold', 'Please mind the children.'));
    expect(codesOf(await rollForwardAsGm(own.ctx, g, 2))).toEqual(['changed']);
    await processAsGm(own.ctx, g, 2);
    expect(await quoted(g, 3)).toEqual([]);
  });

  test('can be decided on only by the GM of the game', async () => {
    const g = await gameWithHeldRelease();
    const release = (await held(g))[0];
    const request = { gameId: g.game.id, releaseId: release?.id ?? '', turn: 1, word: '' };
    const by = g.players[0]?.id ?? 0;
    expect(codesOf(await decideOnPress(own.ctx, { ...request, by, decision: 'print' }))).toEqual(['not-gm']);
    const other = await gameWithHeldRelease();
    const wrong = { ...request, gameId: other.game.id, by: other.gm.id, decision: 'print' as const };
    expect(codesOf(await decideOnPress(own.ctx, wrong))).toEqual(['unknown-release']);
  });
});

describe('an obscene performance in a game of Politics', () => {
  /** A game whose first player owes a recital in turn 2, sends an obscene one, and a clean press release. */
  async function gameWithHeldPerformance(): Promise<TestGame> {
    const g = await runningGame(own.ctx, { ruleset: 'politics', humans: 2, opponents: 0 });
    const [by, other] = g.seats.map(({ identifier }) => identifier) as [string, string];
    const recital = WILDCARDS.find(({ kind }) => kind === 'recital')?.id;
    const setup = granted(
      politics.parseSetup({
        ...{ started: true, stops: 1 },
        players: [
          { id: by, at: 'TX' },
          { id: other, at: 'ME' },
        ],
        shows: [{ number: 1, card: recital, by, stage: 'task' }],
      }),
    );
    await own.ctx.db.prisma.gameState.update({
      where: { gameId: g.game.id },
      // The turn of a game's first state, before any is played.
      data: { state: { ...politics.begin(setup), turn: 0 } as never },
    });
    const performances = [{ show: 1, text: OBSCENE }];
    await send(own.ctx, g.seats[0] as Seat, 1, { press: 'Hear me.', performances });
    await processAsGm(own.ctx, g, 1);
    return g;
  }

  test('is held with the press release, left out of every printout, and withheld with a word to its author', async () => {
    const g = await gameWithHeldPerformance();
    expect(await held(g)).toMatchObject([{ text: `Hear me. / ${OBSCENE}`, decision: 'held' }]);
    const printouts = await own.ctx.db.prisma.printout.findMany({ where: { gameId: g.game.id, turn: 2 } });
    const others = printouts.filter(({ seatId }) => seatId !== g.seats[0]?.id);
    expect(others).toHaveLength(2);
    expect(JSON.stringify(others)).not.toContain(OBSCENE);
    granted(await decide(g, 'withhold', 'Please mind the children.'));
    const [notice] = await own.ctx.db.prisma.delivery.findMany({
      where: { gameId: g.game.id, kind: 'notice' },
    });
    expect(JSON.stringify(notice?.detail)).toContain(
      'Everything else that this sheet wrote for others to read is withheld with it.',
    );
  });
});
