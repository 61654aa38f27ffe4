import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Seat } from '../../../src/database/generated/client.ts';
import { replayGame } from '../../../src/games/archive/replay-game.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { publicPrintout } from '../../../src/games/game/public-view.ts';
import { decideOnPress, isObscene, releasesInForce } from '../../../src/games/press/press-moderation.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { rollBack, rollForward } from '../../../src/games/processing/roll-back.ts';
import type { Report } from '../../../src/rules/report.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { codesOf, granted, runningGame, send, type TestGame } from '../game/play.ts';

let own: TestContext;
beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own.close());

const FOUL = 'My opponent is full of shit, friends!';
const process = (g: TestGame, turn: number) => processTurn(own.ctx, { gameId: g.game.id, turn, by: g.gm.id });
const held = (g: TestGame) => releasesInForce(own.ctx.db.prisma, g.game.id);
const decide = async (g: TestGame, decision: 'print' | 'withhold', word = '') =>
  decideOnPress(own.ctx, {
    ...{ gameId: g.game.id, by: g.gm.id, decision, word },
    ...{ releaseId: (await held(g))[0]?.id ?? '', turn: (await held(g))[0]?.turn ?? 0 },
  });

/** What the public's printout before a turn quotes from the press. */
async function quoted(g: TestGame, turn: number): Promise<string[]> {
  const report = (await publicPrintout(own.ctx, gameNumber(g.game), turn)) as Report;
  const blocks = report.sections.find((section) => section.id === 'press')?.blocks ?? [];
  return blocks.flatMap((block) => (block.kind === 'quotes' ? block.items.map(({ text }) => text) : []));
}

/** A game after turn 1, with a foul release and a clean one. */
async function foulGame(): Promise<TestGame> {
  const g = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  await send(own.ctx, g.seats[0] as Seat, 1, { press: FOUL });
  await send(own.ctx, g.seats[1] as Seat, 1, { press: 'A clean campaign.' });
  await process(g, 1);
  return g;
}

test.each([
  [FOUL, true],
  ['What the f*ck', true],
  ['Scunthorpe and Sussex stand with us; assassins of reason do not.', false],
  ['Classic bass in Massachusetts', false],
  ['', false],
])('%s', (text, expected) => expect(isObscene(text)).toBe(expected));

describe('an obscene release', () => {
  test('is not printed, everything else is, and no printout of anybody holds it', async () => {
    const g = await foulGame();
    expect(await quoted(g, 2)).toEqual(['A clean campaign.']);
    expect(await held(g)).toMatchObject([{ turn: 1, text: FOUL, decision: 'held', seatId: g.seats[0]?.id }]);
    const printouts = await own.ctx.db.prisma.printout.findMany({ where: { gameId: g.game.id } });
    expect(JSON.stringify(printouts)).not.toContain(FOUL);
    expect(await replayGame(own.ctx, gameNumber(g.game))).toMatchObject({
      ok: true,
      value: { turns: 1, printoutsOfOtherVersions: 0 },
    });
  });

  test('is printed with the next printout if the GM says so, once', async () => {
    const g = await foulGame();
    granted(await decide(g, 'print'));
    await process(g, 2);
    expect(await quoted(g, 3)).toEqual([FOUL]);
    expect(codesOf(await decide(g, 'withhold', 'No.'))).toEqual(['printed']);
    await process(g, 3);
    expect(await quoted(g, 4)).toEqual([]);
    expect(await replayGame(own.ctx, gameNumber(g.game))).toMatchObject({
      ok: true,
      value: { turns: 3, printoutsOfOtherVersions: 0 },
    });
  });

  test('is withheld with a word to its author', async () => {
    const g = await foulGame();
    expect(codesOf(await decide(g, 'withhold', '  '))).toEqual(['missing']);
    granted(await decide(g, 'withhold', 'Please mind the children.'));
    const mail = await own.ctx.db.prisma.delivery.findMany({
      where: { gameId: g.game.id, kind: 'notice' },
    });
    expect(mail.map((one) => one.seatId)).toEqual([g.seats[0]?.id]);
    expect(JSON.stringify(mail[0]?.detail)).toContain('Please mind the children.');
    await process(g, 2);
    expect(await quoted(g, 3)).toEqual([]);
    expect(await replayGame(own.ctx, gameNumber(g.game))).toMatchObject({
      ok: true,
      value: { turns: 2, printoutsOfOtherVersions: 0 },
    });
  });

  test('follows its turn through rollbacks', async () => {
    const g = await foulGame();
    granted(await decide(g, 'print'));
    await process(g, 2);
    const asked = { gameId: g.game.id, by: g.gm.id };
    granted(await rollBack(own.ctx, { ...asked, turn: 3, due: null }));
    expect(await held(g)).toMatchObject([{ decision: 'print', printedTurn: null }]);
    granted(await rollForward(own.ctx, { ...asked, turn: 2 }));
    expect(await held(g)).toMatchObject([{ printedTurn: 2 }]);
    granted(await rollBack(own.ctx, { ...asked, turn: 3, due: null }));
    granted(await rollBack(own.ctx, { ...asked, turn: 2, due: null }));
    expect(await held(g)).toEqual([]);
    await process(g, 1);
    expect(await held(g)).toMatchObject([{ turn: 1, attempt: 2, decision: 'held' }]);
    await process(g, 2);
    expect(await quoted(g, 3)).toEqual([]);
    expect(await replayGame(own.ctx, gameNumber(g.game))).toMatchObject({
      ok: true,
      value: { turns: 2, printoutsOfOtherVersions: 0 },
    });
  });

  test('is decided on by the GM of the game alone', async () => {
    const g = await foulGame();
    const release = (await held(g))[0];
    const asked = { gameId: g.game.id, releaseId: release?.id ?? '', turn: 1, word: '' };
    const by = g.players[0]?.id ?? 0;
    expect(codesOf(await decideOnPress(own.ctx, { ...asked, by, decision: 'print' }))).toEqual(['not-gm']);
    const other = await foulGame();
    const wrong = { ...asked, gameId: other.game.id, by: other.gm.id, decision: 'print' as const };
    expect(codesOf(await decideOnPress(own.ctx, wrong))).toEqual(['unknown-release']);
  });
});
