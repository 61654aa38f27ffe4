import { randomBytes } from 'node:crypto';
import { mayRunGames } from '../../accounts/gm-rights.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Game } from '../../database/generated/client.ts';
import { findRuleset } from '../../rules/catalog.ts';
import { commitment } from '../../rules/dice.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import type { Problem } from '../../rules/sheet.ts';
import { zodProblems } from '../../rules/zod-problems.ts';
import { hasLink } from '../../text/link-like.ts';
import { oneLine } from '../../text/typed-text.ts';
import { type LettersPolicy, lettersColumns, lettersProblems } from '../letters/letters-policy.ts';
import {
  SCHEDULE_DEFAULTS,
  type SchedulePolicy,
  scheduleColumns,
  schedulePolicyProblems,
} from '../schedule/schedule-policy.ts';
import { logGameEvent } from './game-log.ts';
import { gameNumber } from './game-number.ts';
import { inTransaction } from './game-store.ts';

/** What the GM decides about a new game. */
export interface NewGame {
  /** A ruleset's id. */
  ruleset: string;
  title: string;
  gmId: number;
  /** Validated by the ruleset's `options`; missing ones take their defaults. */
  options: Record<string, unknown>;
  daysPerTurn: number;
  /** The IANA time zone in which the game's dates are computed and shown. */
  timeZone: string;
  /** Whether a turn is processed as soon as every sheet that is owed is standing. */
  processWhenComplete: boolean;
  /** The rest of the schedule; missing values take their defaults. */
  calendar?: Partial<Omit<SchedulePolicy, 'daysPerTurn' | 'timeZone'>>;
  /** Whether players may write private letters to each other; by default they may not. */
  letters?: LettersPolicy;
}

/** Draws the dice secret: 32 bytes. A parameter so that tests can fix the dice. */
export type DrawSecret = () => Uint8Array;

const MAX_TITLE = 80;

const NO_LETTERS: LettersPolicy = { letters: 'none', lettersBefore: null };

/**
 * Creates a game with the next free number of its ruleset's prefix. Problems: `unknown-ruleset`, `missing`,
 * `too-long`, `link`, `not-allowed` (the account may not run games), and those of the schedule and the options.
 */
export async function createGame(
  ctx: AppContext,
  wanted: NewGame,
  drawSecret: DrawSecret = () => randomBytes(32),
): Promise<Result<Game>> {
  const ruleset = findRuleset(wanted.ruleset);
  if (!ruleset) return fail('ruleset', 'unknown-ruleset', 'Choose one of the games that this server offers.');
  const options = ruleset.options.safeParse(wanted.options);
  const problems = [
    ...newGameProblems(wanted),
    ...(options.success ? [] : zodProblems(options.error, { under: 'options' })),
  ];
  if (!options.success || problems.length > 0) return { ok: false, problems };

  return inTransaction(ctx, async (tx) => {
    const gm = await tx.account.findUnique({ where: { id: wanted.gmId } });
    if (!gm || !mayRunGames(gm)) {
      return fail(
        '',
        'not-allowed',
        'This account is not allowed to run games. The operator of this server can give it the right to.',
      );
    }
    const diceSecret = new Uint8Array(drawSecret());
    const game = await tx.game.create({
      data: {
        ruleset: ruleset.id,
        rulesetVersion: ruleset.version,
        prefix: ruleset.prefix,
        serial: await nextSerial(tx, ruleset.prefix),
        title: oneLine(wanted.title),
        gmId: gm.id,
        diceCommitment: commitment(diceSecret),
        createdAt: ctx.now(),
        schedule: {
          create: {
            ...scheduleColumns(schedulePolicyOf(wanted)),
            processWhenComplete: wanted.processWhenComplete,
          },
        },
        policy: { create: lettersColumns(wanted.letters ?? NO_LETTERS) },
        state: { create: { options: options.data } },
        secret: { create: { diceSecret } },
      },
    });
    const detail = `${gameNumber(game)}, ${ruleset.title}`;
    await logGameEvent(tx, ctx, { gameId: game.id, by: gm.id, type: 'gameCreated', detail });
    return ok(game);
  });
}

/** The advisory lock makes games that are created at the same time wait for each other: no number is used twice or skipped. */
async function nextSerial(tx: Tx, prefix: string): Promise<number> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`game number ${prefix}`}, 0))`;
  const last = await tx.game.aggregate({ where: { prefix }, _max: { serial: true } });
  return (last._max.serial ?? 0) + 1;
}

function newGameProblems(wanted: NewGame): Problem[] {
  const problems: Problem[] = [];
  const title = oneLine(wanted.title);
  if (title === '')
    problems.push({ field: 'title', code: 'missing', message: 'Enter a title for the game.' });
  if ([...title].length > MAX_TITLE) {
    const message = `The title can have at most ${MAX_TITLE} characters. This one has ${[...title].length}.`;
    problems.push({ field: 'title', code: 'too-long', message });
  }
  if (hasLink(title)) {
    const message =
      'Enter a title without a web or e-mail address. If the title contains a period, put a space after it.';
    problems.push({ field: 'title', code: 'link', message });
  }
  const letters = lettersProblems(wanted.letters ?? NO_LETTERS);
  return [...problems, ...schedulePolicyProblems(schedulePolicyOf(wanted)), ...letters];
}

function schedulePolicyOf({ daysPerTurn, timeZone, calendar }: NewGame): SchedulePolicy {
  return { ...SCHEDULE_DEFAULTS, ...calendar, daysPerTurn, timeZone };
}
