import { writeFile } from 'node:fs/promises';
import type { Paper } from '../printouts/pdf/page.ts';
import { renderRulebookPdf } from '../printouts/rulebook/rulebook-pdf.ts';
import { renderRulebookText } from '../printouts/rulebook/rulebook-text.ts';
import { findRuleset, RULESETS } from '../rules/catalog.ts';
import type { Output } from './output.ts';

/**
 * `whistlestop rules ID`: prints the rules of a game as plain text, or writes them to a PDF.
 * @param options.pdf the file to write; text is printed if it is missing
 * @returns the exit status: 0, or 2 if there is no such game or the file cannot be written
 */
export async function printRules(
  id: string,
  { pdf, paper }: { pdf?: string; paper: Paper },
  { stdout, stderr }: Output,
): Promise<number> {
  const ruleset = findRuleset(id);
  if (ruleset === undefined) {
    stderr.write(`There is no ruleset ${id}. The rulesets are ${Object.keys(RULESETS).join(' and ')}.\n`);
    return 2;
  }
  if (pdf === undefined) {
    stdout.write(renderRulebookText(ruleset));
    return 0;
  }
  try {
    await writeFile(pdf, await renderRulebookPdf(ruleset, paper));
  } catch (thrown) {
    const reason = (thrown as NodeJS.ErrnoException).code ?? 'unknown reason';
    stderr.write(`${pdf} cannot be written (${reason}). Check the folder and its permissions.\n`);
    return 2;
  }
  stdout.write(`The rules of ${ruleset.title} are in ${pdf}.\n`);
  return 0;
}
