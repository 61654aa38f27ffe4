import type { AppContext } from '../context.ts';
import { deleteGame as deleteForGood } from '../games/game/delete-game.ts';
import { problemsInWords } from '../rules/result.ts';
import type { Output } from './output.ts';

/**
 * `whistlestop delete-game GAME --for-good`: deletes a game that nobody plays here, with everything about it.
 * @returns the exit status: 0, or 2 if the game is unknown or running, or if `--for-good` is missing
 */
export async function deleteGame(
  ctx: AppContext,
  number: string,
  { forGood }: { forGood: boolean },
  { stdout, stderr }: Output,
): Promise<number> {
  if (!forGood) {
    stderr.write(
      `This deletes ${number} with all its turns, sheets, printouts and letters, and cannot be undone. ` +
        'Make an export first (whistlestop export). To go on, add --for-good.\n',
    );
    return 2;
  }
  const deleted = await deleteForGood(ctx, number);
  if (!deleted.ok) {
    stderr.write(`${problemsInWords(deleted.problems)}\n`);
    return 2;
  }
  const { title, isCopy } = deleted.value;
  const what = isCopy
    ? `the copy of ${number}, “${title}”, which has moved to another server`
    : `${number}, “${title}”`;
  stdout.write(`Deleted ${what}.\n`);
  return 0;
}
