// npm run bench: how long the server takes for its main work, compared with the least that could do the same. Compare
// ratios, not times, between machines. The results are printed and written to bench-results/.
import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { CommanderError } from 'commander';
import { RULESETS } from '../../src/rules/catalog.ts';
import { busyWarning } from './busy.ts';
import { measureHttp } from './http.ts';
import { isMet, type Measured } from './measure.ts';
import { measureNight, type NightFloors } from './night.ts';
import { type BenchOptions, type Part, readOptions } from './options.ts';
import { measurePages } from './pages.ts';
import { measurePrintouts } from './printouts.ts';
import { profilesInWords, startProfiling } from './profile.ts';
import { measureRules, type RulesSpeed } from './rules.ts';
import { measureStart } from './start.ts';
import { summaryOf, tableOf } from './table.ts';
import { measureTransaction } from './transaction.ts';

const TITLES: Record<Part, string> = {
  rules: 'the rules alone',
  start: 'the start of a command',
  printouts: 'printouts, bare pdfkit and Chromium',
  transaction: "a turn's transaction",
  sheets: 'sheets over HTTP',
  pages: 'pages of a server with many games',
  night: 'a thousand games due at one instant',
};

const progress = (line: string) => {
  process.stderr.write(`${line}\n`);
};

const options = fromCommandLine();
const warning = await busyWarning();
if (warning !== null) progress(warning);

if (options.profile) await startProfiling();

const rules: RulesSpeed[] = [];
const rows: Measured[] = [];
for (const [i, part] of options.parts.entries()) {
  progress(`${i + 1} of ${options.parts.length}: ${TITLES[part]} …`);
  const before = rows.length;
  await measure(part);
  // The whole takes long, and what was measured should not be lost if a later part fails.
  if (rows.length > before) progress(tableOf(rows.slice(before)));
}
const lines = [
  `Node ${process.version}, ${os.cpus().length} × ${os.cpus()[0]?.model ?? 'unknown'}`,
  ...(warning === null ? [] : [warning]),
  '',
  ...rules.map(
    ({ ruleset, seats, turnsPerSecond }) =>
      `${ruleset}, the rules alone: ${turnsPerSecond.toLocaleString('en')} turns of ${seats} players per second and core`,
  ),
  ...(rows.length === 0 ? [] : ['', tableOf(rows), '', summaryOf(rows)]),
];
process.stdout.write(`${lines.join('\n')}\n`);
mkdirSync('bench-results', { recursive: true });
const profiles = profilesInWords();
if (profiles !== '') process.stdout.write(`\nWhere the time goes:\n\n${profiles}\n`);
const measured = { at: new Date().toISOString(), node: process.version, busy: warning, rules, rows };
writeFileSync('bench-results/latest.json', `${JSON.stringify(measured, null, 2)}\n`);
progress('Written to bench-results/latest.json.');
process.exitCode = rows.some((row) => isMet(row) === false) ? 1 : 0;

async function measure(part: Part): Promise<void> {
  switch (part) {
    case 'rules':
      for (const ruleset of Object.values(RULESETS)) rules.push(await measureRules(ruleset));
      break;
    case 'start':
      rows.push(...(await measureStart()));
      break;
    case 'printouts':
      rows.push(...(await measurePrintouts()));
      break;
    case 'transaction':
      rows.push(...(await measureTransaction()));
      break;
    case 'sheets':
      rows.push(...(await measureHttp()));
      break;
    case 'pages':
      rows.push(...(await measurePages(options.all, progress)));
      break;
    case 'night':
      rows.push(...(await measureNight(await nightFloors(), progress)));
      break;
  }
}

/** The floors of the night's parts, which other parts of this run have measured, or are measured now. */
async function nightFloors(): Promise<NightFloors> {
  if (!options.parts.includes('printouts')) rows.push(...(await measurePrintouts()));
  if (!options.parts.includes('transaction')) rows.push(...(await measureTransaction()));
  return { printout: floorOf('bare pdfkit'), turn: floorOf('bare pg') };
}

function floorOf(beginning: string): number {
  const row = rows.find(({ floor }) => floor.startsWith(beginning));
  if (row === undefined) throw new Error(`No row has the floor ${beginning}.`);
  return row.floorIs;
}

/** The options of this run. Exits with 2 if they are not valid, or with 0 after --help. */
function fromCommandLine(): BenchOptions {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : 2);
    throw error;
  }
}
