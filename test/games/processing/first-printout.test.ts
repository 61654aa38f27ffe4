import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppContext } from '../../../src/context.ts';
import { replayGame } from '../../../src/games/archive/replay-game.ts';
import { beginGame } from '../../../src/games/game/begin-game.ts';
import { createGame } from '../../../src/games/game/create-game.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { setLettersPolicy } from '../../../src/games/letters/letters-policy.ts';
import { printedReport } from '../../../src/games/processing/printed-report.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { addSeat } from '../../../src/games/seats/manage-seats.ts';
import { renderHtml } from '../../../src/printouts/html/render-html.ts';
import { renderPdf } from '../../../src/printouts/pdf/render-pdf.ts';
import { renderText } from '../../../src/printouts/text/render-text.ts';
import { RULESETS as CATALOG } from '../../../src/rules/catalog.ts';
import type { Report } from '../../../src/rules/report.ts';
import type { Ruleset } from '../../../src/rules/ruleset.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { readPdf } from '../../printouts/read-pdf.ts';
import { anAccount, firstDue, granted } from '../game/play.ts';

const RULESETS: readonly Ruleset[] = Object.values(CATALOG);

/** What the first printout of a game says about people, and the game on one page. */

let own: TestContext;

beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own.close());

interface Begun {
  id: string;
  gmId: number;
  number: string;
  /** The first printouts, the public one first. */
  reports: Report[];
}

/** A game that has begun, with a person on each seat. */
async function begin(
  ctx: AppContext,
  wish: { ruleset?: string; people?: number; letters?: 'none' | 'open' | 'before' },
): Promise<Begun> {
  const { ruleset = 'election-year', people = 4, letters = 'none' } = wish;
  const gm = await anAccount(ctx, 'Greta Master', true);
  const wanted = { ruleset, title: 'First', gmId: gm.id, options: {}, daysPerTurn: 14, timeZone: 'UTC' };
  const game = granted(await createGame(ctx, { ...wanted, processWhenComplete: false }));
  const of = { gameId: game.id, by: gm.id };
  for (let i = 0; i < people; i += 1) {
    const { email } = await anAccount(ctx, `Player ${'ABCDEFGH'[i]}`);
    granted(await addSeat(ctx, { ...of, name: `Player ${'ABCDEFGH'[i]}`, email }));
  }
  if (letters !== 'none')
    granted(await setLettersPolicy(ctx, { ...of, letters, lettersBefore: letters === 'before' ? 3 : null }));
  granted(await beginGame(ctx, { ...of, due: firstDue }));
  const printouts = await ctx.db.prisma.printout.findMany({
    where: { gameId: game.id },
    orderBy: { seat: { position: 'asc' } },
  });
  printouts.sort((a, b) => Number(a.seatId !== null) - Number(b.seatId !== null));
  const reports = printouts.map(({ report }) => report);
  return { id: game.id, gmId: gm.id, number: gameNumber(game), reports };
}

function reachOf(report: Report | undefined): string {
  const section = report?.sections.find(({ id }) => id === 'reach');
  return (section?.blocks ?? []).map((block) => (block.kind === 'paragraph' ? block.text : '')).join(' ');
}

const idsOf = (report: Report | undefined) => report?.sections.map(({ id }) => id) ?? [];

describe('the first printout', () => {
  test('names the GM and says how to write to the GM, to players, and how to send sheets', async () => {
    const { reports } = await begin(own.ctx, {});
    for (const report of reports) {
      expect(reachOf(report)).toContain('The GM is Greta Master. To write to the GM, follow the link');
      expect(reachOf(report)).not.toContain('reply to any e-mail');
      expect(reachOf(report)).toContain('Fill in your turn sheet on the page of the game and send it there.');
      expect(report.summary.at(-1)).toContain('The GM is Greta Master.');
    }
  });

  test('says how letters work in this game, and that replies to mail reach the GM', async () => {
    const ctx = { ...own.ctx, inbound: { domain: 'mail.whistlestop.test' } };
    const lettersOf = async (letters: 'none' | 'open' | 'before') =>
      reachOf((await begin(ctx, { letters })).reports[0]);
    expect(await lettersOf('none')).toContain('Players cannot write private letters to each other.');
    expect(await lettersOf('open')).toContain('private letters to each other while the game is running:');
    expect(await lettersOf('before')).toContain(
      'private letters to each other only before the conventions (until turn 3 is processed):',
    );
    expect(await lettersOf('open')).toContain('or reply to any e-mail about the game.');
    // A single player has no one to write to.
    const alone = await begin(ctx, { ruleset: 'margin-of-error', people: 1, letters: 'open' });
    expect(reachOf(alone.reports[0])).not.toContain('letters');
  });

  const cases = RULESETS.flatMap((ruleset) =>
    (['letter', 'a4'] as const).map((paper) => ({ ruleset, paper })),
  );
  test.each(cases)('contains the game on one page: $ruleset.id on $paper', async ({ ruleset, paper }) => {
    const { reports } = await begin(own.ctx, { ruleset: ruleset.id, people: ruleset.seats.min });
    const [forPublic, report] = reports as [Report, Report];
    expect(idsOf(report).slice(-3)).toEqual(['primer', 'reach', 'sheet']);
    expect(idsOf(forPublic).slice(-2)).toEqual(['primer', 'reach']);
    const { primer } = ruleset.rulebook;
    expect(renderHtml(report)).toContain('<h3>What a turn is</h3>');
    expect(renderHtml(report)).toContain('class="worked-example"');
    const text = renderText(report).replace(/\s+/g, ' ');
    expect(text).toContain(primer.goal);
    expect(text).toContain(`Example: ${primer.example.title}`);
    const { pages } = await readPdf(await renderPdf(report, { paper }));
    const page = pages.find((one) => one.includes('THE GAME ON ONE PAGE'));
    // From the beginning of the primer to the end of the section after it.
    for (const words of [primer.goal.slice(0, 40), primer.example.title, 'give it to the GM.']) {
      expect(page).toContain(words);
    }
  });

  test('is the only one that does, and a replay prints it again', async () => {
    const game = await begin(own.ctx, { letters: 'open' });
    await processTurn(own.ctx, { gameId: game.id, turn: 1, by: game.gmId });
    const where = { gameId: game.id, turn: 2 };
    const { report } = await own.ctx.db.prisma.printout.findFirstOrThrow({ where });
    expect(idsOf(report)).not.toContain('reach');
    expect(idsOf(report)).not.toContain('primer');
    // The policy of today does not change what was printed.
    await own.ctx.db.prisma.gamePolicy.update({ where: { gameId: game.id }, data: { letters: 'none' } });
    expect(granted(await replayGame(own.ctx, game.number))).toMatchObject({
      printouts: 10,
      printoutsOfOtherVersions: 0,
    });
  });

  test('of a game that began before printouts said so comes out as it did then', async () => {
    const game = await begin(own.ctx, {});
    const { header, state } = await own.ctx.db.prisma.turn.findFirstOrThrow({ where: { gameId: game.id } });
    expect(header.reach).toHaveLength(3);
    const { reach: _, ...older } = header;
    const report = printedReport(CATALOG['election-year'], { header: older, states: [state] }, null);
    expect(idsOf(report)).toEqual(idsOf(game.reports[0]).slice(0, -2));
    expect(report.summary).toEqual(game.reports[0]?.summary.slice(0, -1));
  });
});

/*
 * The primer is printed, so a replay compares it. If one of these tests fails, raise the `reportVersion` of the ruleset and
 * write its new hash here.
 */
describe('the primer of a ruleset belongs to its report version', () => {
  const KNOWN: Record<string, string> = {
    'election-year': '4: 0851fa8d72a8fd5e',
    'margin-of-error': '3: fda977b4b23f70ea',
    'electoral-barrage': '1: a3f9973c852d1757',
    'primary-season': '1: 44b351e7b77ca8ed',
    politics: '1: ad92030ee89336a6',
  };
  test.each(RULESETS.map((ruleset) => [ruleset.id, ruleset] as const))('%s', (id, ruleset) => {
    const { goal, turn, winning, advice, example } = ruleset.rulebook.primer;
    const printed = JSON.stringify([goal, turn, winning, advice, example.title, example.blocks]);
    const hash = createHash('sha256').update(printed).digest('hex').slice(0, 16);
    expect(`${ruleset.reportVersion}: ${hash}`).toBe(KNOWN[id]);
  });
});
