import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { endConnections } from '../machine/database.ts';
import { within } from '../machine/wait.ts';
import type { Fault, FaultKind } from '../plan.ts';
import type { Random } from '../random.ts';
import type { Machines } from '../world.ts';

/** Does one fault. Resolves when its cause has ended. */
type Injection = (machines: Machines, fault: Fault, random: Random) => Promise<void>;

/** How long a server may take to come up before it is killed a second time, in milliseconds. */
const START_LIMIT = 10_000;

/** How long a fault may take besides the time that it lasts, in milliseconds. A server has 90 seconds to stop. */
const INJECTION_LIMIT = 120_000;

const INJECTIONS: Record<FaultKind, Injection> = {
  'server killed': async ({ server }) => {
    await server.signal('SIGKILL');
  },
  'server killed twice': async ({ server }, { lasts }) => {
    await server.signal('SIGKILL');
    await server.nextStart(START_LIMIT);
    await sleep(lasts);
    await server.signal('SIGKILL');
  },
  'server stopped': async ({ server }) => {
    if (!(await server.signal('SIGTERM')))
      throw new Error('The server did not stop within 90 seconds of SIGTERM.');
  },
  'postmaster killed': ({ database }, { lasts }) => database.kill(lasts),
  'one connection ended': async ({ database }, _fault, random) => {
    await endConnections(database, random.integer(0, 99));
  },
  'all connections ended': async ({ database }) => {
    await endConnections(database, 'all');
  },
  'database cut off': async ({ databaseNetwork }, { lasts }) => {
    databaseNetwork?.cut();
    await sleep(lasts);
    await databaseNetwork?.restore(false);
  },
  'database silent': async ({ databaseNetwork }, { lasts, thenReset }) => {
    databaseNetwork?.silence();
    await sleep(lasts);
    await databaseNetwork?.restore(thenReset);
  },
  'relay cut off': async ({ relayNetwork }, { lasts }) => {
    relayNetwork.cut();
    await sleep(lasts);
    await relayNetwork.restore(false);
  },
  'relay silent': async ({ relayNetwork }, { lasts, thenReset }) => {
    relayNetwork.silence();
    await sleep(lasts);
    await relayNetwork.restore(thenReset);
  },
  'relay slow': async ({ relay }, { lasts }, random) => {
    relay.behave({ kind: 'slow', wait: random.integer(1_000, 8_000) });
    await sleep(lasts);
    relay.behave({ kind: 'accepts' });
  },
  'relay refuses': async ({ relay }, { lasts }, random) => {
    relay.behave({ kind: 'refuses', what: random.pick(['connections', 'recipients']) });
    await sleep(lasts);
    relay.behave({ kind: 'accepts' });
  },
  'relay loses answers': async ({ relay }, { lasts }, random) => {
    relay.behave({ kind: random.chance(0.7) ? 'loses answers' : 'drops' });
    await sleep(lasts);
    relay.behave({ kind: 'accepts' });
  },
  'disk full': async ({ disk }, { lasts }) => {
    disk.fill();
    await sleep(lasts);
    disk.free();
  },
  'clock wrong': async ({ clockFile }, { lasts, clockOffset }) => {
    writeFileSync(clockFile, String(clockOffset));
    await sleep(lasts);
    writeFileSync(clockFile, '0');
  },
};

/**
 * Does a fault, and what comes with it.
 * @returns what went wrong with it beyond the fault itself, such as a server that does not stop
 */
export async function inject(machines: Machines, fault: Fault, random: Random): Promise<string[]> {
  const problems: string[] = [];
  const note = (error: Error) => problems.push(error.message);
  const injection = async () => {
    const whole = INJECTIONS[fault.kind](machines, fault, random).catch(note);
    if (fault.andServer) {
      await sleep(fault.lasts / 2);
      await machines.server.signal('SIGKILL');
    }
    await whole;
    return true;
  };
  if (!(await within(injection(), fault.lasts + INJECTION_LIMIT, false))) {
    problems.push('The fault could not be ended.');
    await endAllFaults(machines);
  }
  return problems;
}

/** Makes everything whole again, in case a fault ended half way. */
export async function endAllFaults(machines: Machines): Promise<void> {
  const { databaseNetwork, relayNetwork, relay, disk, clockFile } = machines;
  await databaseNetwork?.restore(false);
  await relayNetwork.restore(false);
  relay.behave({ kind: 'accepts' });
  disk.free();
  writeFileSync(clockFile, '0');
}
