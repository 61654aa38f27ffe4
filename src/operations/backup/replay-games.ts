import type { AppContext } from '../../context.ts';
import { replayGame } from '../../games/archive/replay-game.ts';
import { gameNumber } from '../../games/game/game-number.ts';
import { problemsInWords } from '../../rules/result.ts';
import type { OnProgress } from './progress.ts';

/** What replaying all games of a database has shown. */
export interface ReplayedGames {
  /** All games, forming ones included, which have nothing to replay yet. */
  games: number;
  /** Turns replayed. */
  turns: number;
  /** Printouts that another version of the reports printed, which were not compared. */
  printoutsOfOtherVersions: number;
  /** One line for each game that differs: `EY-12: turn 3: state.turn is 4, replay gives 3`. */
  differences: string[];
}

/** Plays every stored game again and compares it. Games may be played meanwhile. */
export async function replayGames(
  ctx: AppContext,
  onProgress: OnProgress = () => {},
): Promise<ReplayedGames> {
  const games = await ctx.db.prisma.game.findMany({
    select: { prefix: true, serial: true },
    orderBy: [{ prefix: 'asc' }, { serial: 'asc' }],
  });
  const result: ReplayedGames = { games: 0, turns: 0, printoutsOfOtherVersions: 0, differences: [] };
  onProgress('replay', 0, games.length);
  for (const [done, game] of games.entries()) {
    await addReplay(ctx, gameNumber(game), result);
    onProgress('replay', done + 1, games.length);
  }
  return result;
}

async function addReplay(ctx: AppContext, number: string, result: ReplayedGames): Promise<void> {
  try {
    const replay = await replayGame(ctx, number);
    // Removed since the list was made.
    if (!replay.ok && replay.problems[0]?.code === 'unknown-game') return;
    result.games += 1;
    if (!replay.ok) result.differences.push(`${number}: ${problemsInWords(replay.problems)}`);
    else {
      result.turns += replay.value.turns;
      result.printoutsOfOtherVersions += replay.value.printoutsOfOtherVersions;
    }
  } catch (error) {
    // A damaged row can be such that the rules cannot play it at all.
    result.games += 1;
    result.differences.push(`${number} could not be replayed: ${(error as Error).message}`);
  }
}
