// npm run faults: a real server under load, with one fault after the other. See test/README.md.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openJournal } from './machine/journal.ts';
import { enterNamespace } from './namespace.ts';
import { type RunOptions, readOptions } from './options.ts';
import { faultInWords, planFaults } from './plan.ts';
import { isGood, reportInWords, summaryOf } from './report.ts';
import { type RunResult, runFaults } from './run.ts';

const print = (line: string) => {
  process.stdout.write(`${line}\n`);
};

const options = readOptions(process.argv.slice(2));
if (options.planOnly) {
  printPlan(options);
} else {
  await enterNamespace();
  process.exitCode = await runAll(options);
  // Whatever the server has left open must not keep this process.
  process.exit();
}

function printPlan(options: RunOptions): void {
  print(`Seed ${options.seed}`);
  for (const { database, faults } of plans(options)) {
    print(`With the ${database} PostgreSQL:`);
    for (const fault of faults) print(`${String(fault.number).padStart(4)}  ${faultInWords(fault)}`);
  }
}

/** The faults of each part: half of them for each of two databases. */
function plans({ databases, kills, seed, kinds, longest }: RunOptions) {
  return databases.map((database, i) => {
    const share = Math.ceil((kills - i) / databases.length);
    const embedded = database === 'embedded';
    return { database, faults: planFaults({ seed: seed + i, kills: share, embedded, kinds, longest }) };
  });
}

async function runAll(options: RunOptions): Promise<number> {
  const dir = makeFolder(options.dir);
  const stop = new AbortController();
  const onSignal = (signal: NodeJS.Signals) => {
    if (stop.signal.aborted) process.exit(130);
    print(`\n${signal}: stopping. Once more stops at once.`);
    stop.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  process.on('unhandledRejection', (error) => print(`unexpected: ${(error as Error).stack}`));
  print(`Seed ${options.seed}. Everything is written to ${dir}.`);

  const results: RunResult[] = [];
  for (const [i, { database, faults }] of plans(options).entries()) {
    const folder = path.join(dir, database);
    mkdirSync(folder);
    const journal = openJournal(folder);
    const { limit, downtime } = options;
    const plan = { database, seed: options.seed + i, faults, limit, downtime, journal, print };
    const result = await runFaults({ ...plan, signal: stop.signal });
    results.push(result);
    print(reportInWords(result));
    if (stop.signal.aborted) break;
  }
  const summary = `${JSON.stringify(summaryOf(results), null, 2)}\n`;
  for (const file of [path.join(dir, 'summary.json'), options.json ?? []].flat())
    writeFileSync(file, summary);
  return finish(options, dir, results, stop.signal.aborted);
}

function finish(options: RunOptions, dir: string, results: readonly RunResult[], stopped: boolean): number {
  const good = results.every(isGood);
  const again = `npm run faults -- --seed ${options.seed} --kills ${options.kills}`;
  if (stopped) {
    print('\nStopped early: nothing is proven.');
  } else {
    print(good ? '\nNothing was lost, and nothing is stuck.' : `\nFAILED. The same faults again: ${again}`);
  }
  if (good && !options.keep) rmSync(dir, { recursive: true, force: true });
  else print(`The logs, the timeline and the mails are in ${dir}.`);
  if (stopped) return 130;
  return good ? 0 : 1;
}

function makeFolder(wanted: string | null): string {
  if (wanted === null) return mkdtempSync(path.join(tmpdir(), 'whistlestop-faults-'));
  if (existsSync(wanted)) {
    process.stderr.write(`${wanted} exists. Choose another folder with --dir.\n`);
    process.exit(2);
  }
  mkdirSync(wanted, { recursive: true });
  return path.resolve(wanted);
}
