import { cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Check } from './checks/check.ts';
import { checkCommands } from './checks/commands.ts';
import { checkDowntime } from './checks/downtime.ts';
import { checkMails } from './checks/mails.ts';
import { checkQueue, queueInWords } from './checks/queue.ts';
import { readRecord } from './checks/record.ts';
import { checkSheets } from './checks/sheets.ts';
import { checkTurns } from './checks/turns.ts';
import { measureCapacity, REACHES_WORKERS } from './faults/capacity.ts';
import { endAllFaults, inject } from './faults/inject.ts';
import { addProbe, type Measurement, measureService } from './faults/probe.ts';
import { limitWal } from './machine/embedded-postgres.ts';
import type { Journal } from './machine/journal.ts';
import { liftMailLimits } from './machine/mail-limits.ts';
import type { Exit } from './machine/server.ts';
import { startMachines, stopMachines } from './machines.ts';
import { createGame } from './people/games.ts';
import { type Load, startLoad, wantedGames } from './people/load.ts';
import { everyone, makePeople } from './people/set-up.ts';
import { type Fault, faultInWords } from './plan.ts';
import { createRandom, type Random } from './random.ts';
import { type Settled, settle } from './settle.ts';
import { healthyTime, type Machines, type World } from './world.ts';

/** A fault that was done, and what came of it. */
export interface DoneFault {
  fault: Fault;
  measured: Measurement;
  /** What went wrong besides, such as a server that did not stop. */
  problems: string[];
  /** The load of the machine when it was measured: processes that ran or wanted to. */
  load: number;
}

/** The results of a run with one database. */
export interface RunResult {
  database: 'own' | 'embedded';
  seed: number;
  faults: DoneFault[];
  checks: Check[];
  settled: Settled | null;
  /** Why it ended early; null if it did not. */
  aborted: string | null;
  /** Why there was no fault of the kind "disk full"; null if it was possible. */
  noSmallDisk: string | null;
  starts: number;
  exits: Exit[];
  figures: Record<string, number>;
}

export interface RunPlan {
  database: 'own' | 'embedded';
  seed: number;
  faults: readonly Fault[];
  /** Milliseconds. */
  limit: number;
  /** Whether it is checked in the end that the server puts off dates that pass while it is down. */
  downtime: boolean;
  journal: Journal;
  print(line: string): void;
  /** Ends the run early. */
  signal: AbortSignal;
}

/** Milliseconds of ordinary play between a server that serves and the next fault. */
const PAUSE: [min: number, max: number] = [500, 2_500];

/** A run with fewer faults than this takes fewer games. */
const SMALL = 20;

/** After so many faults in a row after which even a restart does not help, the run ends. */
const MAX_HOPELESS = 2;

/** Runs the whole of it with one database: set-up, faults, checks. Never throws. */
export async function runFaults(plan: RunPlan): Promise<RunResult> {
  const { database, seed, journal, print } = plan;
  const result: RunResult = {
    ...{ database, seed, faults: [], checks: [], settled: null, aborted: null, noSmallDisk: null },
    ...{ starts: 0, exits: [], figures: {} },
  };
  let machines: Machines | null = null;
  try {
    print(
      `Starting the server with ${database === 'own' ? 'a PostgreSQL of the run' : 'its embedded PostgreSQL'} …`,
    );
    machines = await startMachines(journal, database === 'embedded');
    result.noSmallDisk = machines.disk.why;
    if (machines.disk.why !== null) print(`The disk cannot be filled here: ${machines.disk.why}.`);
    await Promise.race([play(plan, machines, result), ended(plan)]);
  } catch (error) {
    result.aborted = (error as Error).message;
    journal.note('aborted', { error: (error as Error).stack });
  }
  if (machines !== null) {
    result.starts = machines.server.starts;
    result.exits = [...machines.server.exits];
    await endAllFaults(machines).catch(() => {});
    const stopped = await stopMachines(machines).catch(() => false);
    result.checks.push(...serverChecks(result, stopped));
  }
  return result;
}

/** Milliseconds that one fault may take in all, besides what it lasts and the limit: waiting for a busy moment, reports. */
const OVERHEAD = 180_000;

/** Milliseconds for everything before and after the faults. */
const FRAME = 30 * 60_000;

/** The longest time that a timer can wait. */
const MAX_TIMEOUT = 2 ** 31 - 1;

/** @throws when the run is stopped from outside, or takes too long; the parts have limits of their own */
function ended({ faults, limit, signal }: RunPlan): Promise<never> {
  const longest = faults.reduce((sum, { lasts }) => sum + lasts + 2 * limit + OVERHEAD, FRAME);
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('The run takes too long.')), Math.min(longest, MAX_TIMEOUT)).unref();
    signal.addEventListener('abort', () => reject(new Error('It was stopped.')));
  });
}

/** How long it is watched how many mails a healthy server sends at the same time, in milliseconds. */
const CAPACITY_TIME = 8_000;

async function play(plan: RunPlan, machines: Machines, result: RunResult): Promise<void> {
  const { seed, limit, print, signal } = plan;
  const world = await makeWorld(machines);
  if (machines.embedded) await limitWal(machines.database);
  await liftMailLimits(machines.database);
  const wanted = wantedGames(world, plan.faults.length < SMALL);
  for (const game of wanted) world.games.push(await createGame(game));
  await addProbe(world);
  const random = createRandom(seed + 1);
  const first = await measureService(world, random, limit);
  if (!first.served) throw new Error(`The server does not serve before the first fault: ${first.detail}`);
  world.capacity = await measureCapacity(world, Number.POSITIVE_INFINITY, CAPACITY_TIME);
  print(
    `${world.games.length} games are played. A healthy server needs ${first.worked} s for a turn, ` +
      `and sends ${world.capacity} mails at the same time.`,
  );

  for (const { browser } of everyone(world.people)) browser.loseFirstPatience();
  const load = startLoad(world, seed + 1_000, wanted);
  try {
    await doFaults(plan, world, { load, random, result });
  } finally {
    await load.stop();
  }
  await endAllFaults(machines);
  if (result.aborted !== null || signal.aborted) return;
  print('No more faults. Waiting until everything is done …');
  result.settled = await settle(world, random);
  result.figures = figuresOf(world);
  result.checks = await runChecks(world, result.settled, print);
  if (plan.downtime) result.checks.push(await checkDowntime(world)());
}

function serverChecks({ starts, exits }: RunResult, stopped: boolean): Check[] {
  const uncaught = exits.filter((exit) => exit.uncaught !== null);
  return [
    {
      name: 'no error ended the server',
      examined: starts,
      problems: uncaught.map(({ at, after, uncaught }) => `${at}, ${after} s after its start: ${uncaught}`),
    },
    {
      name: 'the server stops by itself when it is asked to',
      examined: 1,
      problems: stopped ? [] : ['it had to be killed after 90 seconds'],
    },
  ];
}

async function makeWorld(machines: Machines): Promise<World> {
  const people = await makePeople(machines.server, machines.relay, machines.journal);
  return {
    ...machines,
    ...{ people, games: [], probes: [], ledger: [], acknowledged: [], problems: [] },
    capacity: 0,
    health: healthyTime(),
  };
}

async function doFaults(
  plan: RunPlan,
  world: World,
  { load, random, result }: { load: Load; random: Random; result: RunResult },
): Promise<void> {
  let hopeless = 0;
  for (const fault of plan.faults) {
    await sleep(random.integer(...PAUSE));
    if (plan.signal.aborted) return;
    if (fault.kind === 'disk full' && world.disk.why !== null) continue;
    const done = await doFault(world, fault, { load, random, limit: plan.limit });
    result.faults.push(done);
    plan.print(faultLine(done, plan.faults.length));
    if (done.measured.worked === null || done.problems.length > 0) {
      const healed = await restart(world, random, plan.limit);
      plan.print(
        healed ? '     A restart of the server helped.' : '     Not even a restart of the server helped.',
      );
      hopeless = healed ? 0 : hopeless + 1;
      if (hopeless === MAX_HOPELESS) {
        result.aborted = 'The server does not serve any longer, not even after a restart.';
        return;
      }
    }
    world.health.set(true);
  }
}

async function doFault(
  world: World,
  fault: Fault,
  { load, random, limit }: { load: Load; random: Random; limit: number },
): Promise<DoneFault> {
  const { journal, health } = world;
  await load.provoke(fault.aim);
  await sleep(fault.delay);
  health.set(false);
  journal.note('fault', { ...fault, words: faultInWords(fault) });
  const { starts } = world.server;
  const problems = await inject(world, fault, random);
  journal.note('fault ended', { number: fault.number });
  const measured = await measureService(world, random, limit);
  // A server that was started again has new workers in any case.
  if (measured.worked !== null && world.server.starts === starts && REACHES_WORKERS.includes(fault.kind)) {
    const capacity = await measureCapacity(world, world.capacity, limit);
    if (capacity < world.capacity)
      problems.push(`only ${capacity} of ${world.capacity} mails are sent at once`);
  }
  journal.note(measured.served ? 'serves again' : 'DOES NOT SERVE', { ...measured });
  const done = { fault, measured, problems, load: loadavg()[0] ?? 0 };
  if (!measured.served || problems.length > 0) await reportFailure(world, done);
  return done;
}

/** Everything that helps to find out why the server did not come back, in one file. */
async function reportFailure(world: World, { fault, measured, problems }: DoneFault): Promise<void> {
  const { journal, database } = world;
  const parts: [title: string, content: string][] = [
    ['Fault', `${fault.number}: ${faultInWords(fault)}`],
    ['Measured', JSON.stringify({ ...measured, problems }, null, 2)],
    ['Timeline', journal.tail('timeline', 80).join('\n')],
    ['Server', journal.tail('server', 150).join('\n')],
    ['PostgreSQL', journal.tail('postgres', 60).join('\n')],
    ['Queue', await queueInWords(database)],
  ];
  const text = parts.map(([title, content]) => `== ${title}\n${content}\n`).join('\n');
  journal.save(`failures/${fault.number}-${fault.kind.replaceAll(' ', '-')}.txt`, text);
}

/** Restarts a server that does not come back by itself, so that the run can go on. */
async function restart(world: World, random: Random, limit: number): Promise<boolean> {
  world.journal.note('restarted by the run');
  await endAllFaults(world);
  await world.server.signal('SIGKILL');
  return (await measureService(world, random, limit)).worked !== null;
}

async function runChecks(world: World, settled: Settled, print: (line: string) => void): Promise<Check[]> {
  const { people, problems } = world;
  const all = everyone(people);
  const record = await readRecord(world.database);
  const checks: Check[] = [
    { name: 'every game goes on', examined: world.games.length, problems: settled.problems },
    { name: 'no turn was stuck', examined: record.turns.length, problems },
    {
      name: 'no one was signed out',
      examined: all.length,
      problems: all
        .filter(({ signedOut }) => signedOut > 0)
        .map(({ name, signedOut }) => `${name} had to sign in again, ${signedOut} times`),
    },
  ];
  const planned = [
    ...checkSheets(world, record),
    ...checkTurns(record),
    ...checkMails(world, record),
    ...checkQueue(world.database),
    ...checkCommands(world, record),
  ];
  print(`Checking ${record.games.length} games and ${world.relay.mails.length} mails …`);
  for (const check of planned) checks.push(await check());
  world.journal.save('queue-in-the-end.txt', await queueInWords(world.database));
  return checks;
}

function figuresOf({ ledger, relay, games, probes }: World): Record<string, number> {
  const count = (answer: string) => ledger.filter((sheet) => sheet.answer === answer).length;
  const ids = new Set(relay.mails.map(({ messageId }) => messageId));
  return {
    games: games.length + probes.length,
    'sheets sent': ledger.length,
    'sheets acknowledged': count('acknowledged'),
    'sheets refused': count('refused') + count('stale'),
    'sheets without an answer': count('unknown'),
    'mails accepted': relay.mails.length,
    'mails accepted again': relay.mails.length - ids.size,
    'mails not accepted': relay.refused(),
  };
}

/** One line for a fault. The load of the machine is named if it is too high to judge times by. */
function faultLine({ fault, measured, problems, load }: DoneFault, total: number): string {
  const number = String(fault.number).padStart(String(total).length);
  const { worked, ready, written, served, detail } = measured;
  const seconds =
    worked === null
      ? `NOT SERVED (ready ${ready ?? 'never'}, sheet ${written ?? 'never'}; ${detail})`
      : `served after ${worked.toFixed(1)} s${served ? '' : ', TOO LATE'}`;
  const busy = load > 1.5 * cpus().length ? ` (load ${load.toFixed(1)})` : '';
  const line = `${number}/${total}  ${faultInWords(fault)}: ${seconds}${busy}`;
  return [line, ...problems.map((text) => `     ${text}`)].join('\n');
}
