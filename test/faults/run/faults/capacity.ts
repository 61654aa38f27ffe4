import { now, until } from '../machine/wait.ts';
import { gmAction, openGmPage } from '../people/games.ts';
import type { FaultKind } from '../plan.ts';
import type { World } from '../world.ts';

/*
 * Whether the server works with all of its strength again. Some of its workers may have died while others went on: then
 * all mail goes out, but less of it at the same time. With a mail server that takes its time, that can be seen.
 */

/** How long the mail server takes for a mail meanwhile, in milliseconds. */
const WAIT = 2_000;

/** How long one round of messages to all players is watched, in milliseconds. */
const ROUND = 5_000;

/** In how many games the GMs write to all players at once: enough for more mails than are sent at the same time. */
const GAMES = 3;

/** After these faults it is measured. The others do not reach the connections of the workers. */
export const REACHES_WORKERS: readonly FaultKind[] = [
  ...(['postmaster killed', 'one connection ended', 'all connections ended'] as const),
  ...(['database cut off', 'database silent', 'disk full'] as const),
];

/**
 * Measures how many mails the server sends at the same time.
 * @param wanted no more than so many are waited for
 * @param limit milliseconds
 */
export async function measureCapacity(world: World, wanted: number, limit: number): Promise<number> {
  const { relay, games, probes } = world;
  const end = now() + limit;
  let found = 0;
  relay.behave({ kind: 'slow', wait: WAIT });
  relay.peak();
  try {
    while (found < wanted && now() < end) {
      const running = [...games, ...probes].filter(({ over }) => !over).slice(-GAMES);
      for (const game of running) void writeToAll(world, game).catch(() => {});
      await until(
        () => {
          found = Math.max(found, relay.peak());
          return found >= wanted;
        },
        Math.min(ROUND, end - now()),
      );
    }
  } finally {
    relay.behave({ kind: 'accepts' });
  }
  world.journal.note('capacity', { found, wanted });
  return found;
}

async function writeToAll(world: World, game: World['games'][number]): Promise<void> {
  const text = `Is everyone there? ${world.relay.mails.length}`;
  await gmAction(await openGmPage(game), 'broadcast', { text });
}
