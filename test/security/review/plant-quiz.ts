import type { Account } from '../../../src/database/generated/client.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import type { Question } from '../../../src/rules/politics/bank/record.ts';
import type { State } from '../../../src/rules/politics/state.ts';
import { gameNow } from '../../games/game/play.ts';
import type { PlantedGame, Planting } from './plant-games.ts';
import type { Secrets } from './secrets.ts';

/*
 * A running game of Politics whose questions are all written by its GM. Its answers are secret until they are printed, and its
 * questions until they are asked.
 */

const OF_EACH_KIND = 40;
const KINDS = ['general', 'state', 'government'] as const;
const TURNS = 3;

/** Options with questions that contain secrets. The secrets of their texts are added when the game has been played. */
export function quizOptions(secrets: Secrets, gm: Pick<Account, 'id'>): Record<string, unknown> {
  const games = [{ gmId: gm.id, gmPlays: false }];
  const questions = KINDS.flatMap((kind) =>
    Array.from({ length: OF_EACH_KIND }, (_, i) => ({
      ...{ id: `${kind}-${i}`, kind, open: true, answer: i % 4 },
      ...(kind === 'state' && { state: 'TX' }),
      text: `What is ${secrets.word()}?`,
      choices: ['one', 'two', 'three', 'four'],
      accept: [secrets.plant('accepted answer', `${kind} question ${i}`, { games })],
    })),
  );
  return { bank: null, questions, stops: 2 };
}

/** Plays some turns, in which the computer and silence answer, and adds the questions that nobody may have read. */
export async function playQuiz({ ctx, secrets }: Planting, game: PlantedGame): Promise<void> {
  for (let turn = 1; turn <= TURNS; turn += 1) {
    await processTurn(ctx, { gameId: game.id, by: game.gm.id, turn });
  }
  const { state } = (await gameNow(ctx, game.id)) as unknown as { state: State };
  const asked = new Set([
    ...Object.values(state.used).flat(),
    ...state.players.flatMap(({ pending }) => pending.flatMap((one) => one.asked.map(({ id }) => id))),
  ]);
  const games = [{ gmId: game.gm.id, gmPlays: false }];
  for (const { id, text } of state.settings.questions as readonly Question[]) {
    const word = /What is (\w+)\?/.exec(text)?.[1] ?? '';
    if (!asked.has(id)) secrets.add('question that was not asked', id, [word], { games });
  }
  if (asked.size === 0) throw new Error('No question was asked.');
  await plantDispute({ ctx, secrets }, game);
}

/** A question of a bank that a player of the game disputed. */
async function plantDispute(
  { ctx, secrets }: Pick<Planting, 'ctx' | 'secrets'>,
  game: PlantedGame,
): Promise<void> {
  const key = { ruleset: 'politics', bank: 'house-1', question: 'house-g-001' };
  const accountId = Object.values(game.seats).find((seat) => seat.accountId !== null)?.accountId ?? null;
  const reason = secrets.plant('reason of a dispute', 'house-g-001', {});
  await ctx.db.prisma.disputedQuestion.create({
    data: { ...key, gameId: game.id, accountId, reason, at: ctx.now() },
  });
}
