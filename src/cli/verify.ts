import { verifyExport } from '../games/archive/verify-export.ts';
import { counted } from '../rules/numbers.ts';
import { type Output, printProblems, readJsonFile } from './output.ts';
import { showProgress } from './progress.ts';

/**
 * `whistlestop verify FILE`: computes every roll and turn of an exported game again, without a database.
 * @returns the exit status: 0 if all is the same, 1 if something differs (the first difference is printed), 2 if the
 * file is not an export (the field is printed)
 */
export async function verify(file: string, output: Output): Promise<number> {
  const json = await readJsonFile(file);
  if (!json.ok) {
    printProblems(output, json.problems);
    return 2;
  }
  const { onTurn, stop } = showProgress(output.stderr);
  const result = verifyExport(json.value, onTurn);
  stop();
  if (!result.ok) {
    for (const { field, message } of result.problems) {
      output.stderr.write(`${file} is not an export: ${field || 'the file'} ${message}\n`);
    }
    return 2;
  }
  const { turns, rolls, difference } = result.value;
  if (difference !== null) {
    output.stderr.write(`${file}: ${difference}\n`);
    return 1;
  }
  output.stdout.write(
    `${file}: the dice match their commitment. ${counted(rolls, 'roll')} and ${counted(turns, 'turn')} were computed again, and all are the same.\n`,
  );
  return 0;
}
