import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from '../machine/server.ts';
import type { World } from '../world.ts';
import { type PlannedCheck, planCheck } from './check.ts';
import type { StoredRecord } from './record.ts';

/** How long a command may take, in milliseconds. */
const LIMIT = 120_000;

/** Whether every game can be replayed, and every finished one exported and verified, with the project's commands. */
export function checkCommands(world: World, record: StoredRecord): PlannedCheck[] {
  const { server, journal } = world;
  const options = { environment: server.environment, cwd: journal.dir, limit: LIMIT };
  const run = (...args: string[]) => runCommand(args, options);
  const finished = record.games.filter(({ status }) => status === 'over');
  return [
    planCheck('every game can be replayed', async (problems) => {
      await inPairs(record.games, async ({ game }) => {
        const { status, stderr } = await run('replay', game);
        if (status !== 0) problems.push(`replay ${game} ended with ${status}: ${stderr.trim()}`);
      });
      return record.games.length;
    }),
    planCheck('every finished game can be exported and verified', async (problems) => {
      await inPairs(finished, async ({ game }) => {
        const exported = await run('export', game);
        const file = path.join(journal.dir, `${game}.json`);
        writeFileSync(file, exported.stdout);
        const verified = exported.status === 0 ? await run('verify', file) : exported;
        if (verified.status !== 0) {
          problems.push(`${game}: export or verify ended with ${verified.status}: ${verified.stderr.trim()}`);
        }
      });
      return finished.length;
    }),
  ];
}

/** Does something for each entry, for two of them at a time. */
async function inPairs<T>(list: readonly T[], work: (entry: T) => Promise<void>): Promise<void> {
  const rest = [...list];
  const next = async (): Promise<void> => {
    const entry = rest.shift();
    if (entry === undefined) return;
    await work(entry);
    await next();
  };
  await Promise.all([next(), next()]);
}
