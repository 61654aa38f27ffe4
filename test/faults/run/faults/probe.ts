import { setTimeout as sleep } from 'node:timers/promises';
import { now, until } from '../machine/wait.ts';
import { createGame, type PlayedGame } from '../people/games.ts';
import { playSeat } from '../people/load.ts';
import type { Person } from '../people/person.ts';
import type { Random } from '../random.ts';
import type { World } from '../world.ts';

/*
 * Whether the server works again: it says that it is ready, it takes a sheet with final orders, its worker processes
 * the turn because of them, and the printout of that turn is mailed. So one sheet goes through all of its parts.
 */

/** The parts of the measurement, and how many seconds each took in all. Null: not within the time. */
export interface Measurement {
  served: boolean;
  ready: number | null;
  written: number | null;
  /** Until the printout was mailed. */
  worked: number | null;
  detail: string;
}

/** How often a server that does not serve is asked again, in milliseconds. */
const INTERVAL = 250;

/** How much longer than the limit is waited, to know how long it really takes, in milliseconds. */
const OVERTIME = 30_000;

/**
 * Measures how long it takes until the server serves, from now on.
 * @param limit milliseconds
 */
export async function measureService(world: World, random: Random, limit: number): Promise<Measurement> {
  const start = now();
  const end = start + limit + OVERTIME;
  const seconds = () => Number(((now() - start) / 1000).toFixed(1));
  const measured: Measurement = { served: false, ready: null, written: null, worked: null, detail: '' };
  while (measured.worked === null && now() < end) {
    const ready = await isReady(world);
    if (ready === null) measured.ready ??= seconds();
    else measured.detail = `/ready: ${ready}`;
    const turn = ready === null ? await playProbe(world, random) : null;
    if (turn === null) {
      await sleep(INTERVAL);
      continue;
    }
    measured.written ??= seconds();
    measured.detail = `turn ${turn.turn} of ${turn.game.number} is not processed, or its printout not mailed`;
    if (await until(() => hasPrintout(world, turn), end - now(), 50)) measured.worked = seconds();
  }
  measured.served = measured.worked !== null && measured.worked * 1000 <= limit;
  if (measured.worked !== null) measured.detail = '';
  return measured;
}

/** Null if the server says that it is ready; otherwise what it says. */
async function isReady({ server }: World): Promise<string | null> {
  try {
    const response = await fetch(`${server.base}/ready`, { signal: AbortSignal.timeout(5_000) });
    return response.ok ? null : `${response.status} ${(await response.text()).slice(0, 300)}`;
  } catch (error) {
    const { message, cause } = error as Error;
    return cause instanceof Error ? `${message}: ${(cause as NodeJS.ErrnoException).code ?? ''}` : message;
  }
}

/** The sheet of a probe: its game, and the turn that is processed because of it. */
interface ProbeTurn {
  game: PlayedGame;
  turn: number;
}

/** Sends the sheet of the next turn. Returns null if the server did not acknowledge it. */
async function playProbe(world: World, random: Random): Promise<ProbeTurn | null> {
  const game = world.probes.find(({ over }) => !over);
  if (game === undefined) {
    await addProbe(world).catch((error: Error) => world.journal.note('no probe', { error: error.message }));
    return null;
  }
  const turn = await playSeat(world, game, probePlayer(world), { random, final: true });
  return turn === null ? null : { game, turn };
}

/** Whether the mail server has accepted the printout that follows a turn. */
function hasPrintout({ relay }: World, { game, turn }: ProbeTurn): boolean {
  const subjects = [`${game.number}: printout for turn ${turn + 1}`, `${game.number}: final printout`];
  return relay.mails.some(({ subject }) => subjects.includes(subject));
}

function probePlayer({ people }: World): Person {
  return people.players.at(-1) as Person;
}

/** Begins a game for one player, whose turns are processed as soon as its orders are final. @throws if it fails */
export async function addProbe(world: World): Promise<void> {
  const game = await createGame({
    ...{ ruleset: 'margin-of-error', pace: 'final', gm: world.people.gm },
    ...{ players: [probePlayer(world)], computers: 0 },
  });
  world.journal.note('probe begun', { game: game.number });
  world.probes.push(game);
}
