import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * Where the time of our work goes, for goals that are missed: CPU profiles by file of ours, and by package. The rest of the time
 * that was measured is spent waiting, mostly for PostgreSQL.
 */

/** The profiles of the same work, added up. */
interface Profile {
  /** Milliseconds in which functions of a place ran, and those of Node that they called, by the place. */
  own: Map<string, number>;
  /** How often the work was done. */
  runs: number;
}

const profiles = new Map<string, Profile>();
let session: Session | null = null;

/** From now on, work passed to `profiled` is profiled, which makes it slower. */
export async function startProfiling(): Promise<void> {
  session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 200 });
}

/**
 * Does some work; profiles it if that was asked for.
 * @param work.what the same for all work whose profiles are added up
 * @param work.runs how often the work is done by one call
 */
export async function profiled<T>(
  { what, runs = 1 }: { what: string; runs?: number },
  run: () => Promise<T>,
): Promise<T> {
  if (session === null) return run();
  await session.post('Profiler.start');
  try {
    return await run();
  } finally {
    const { profile } = await session.post('Profiler.stop');
    const total = profiles.get(what) ?? { own: new Map<string, number>(), runs: 0 };
    addTo(total.own, profile);
    total.runs += runs;
    profiles.set(what, total);
  }
}

function addTo(own: Map<string, number>, profile: Profiler.Profile): void {
  const { nodes, samples = [], timeDeltas = [] } = profile;
  const parents = new Map(
    nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node] as const)),
  );
  // What Node does is counted for the file or package that called it, unless nothing of ours did.
  const nearest = (node: Profiler.ProfileNode): string => {
    const place = placeOf(node.callFrame);
    const parent = parents.get(node.id);
    return place !== BUILT_IN || parent === undefined ? place : nearest(parent);
  };
  const places = new Map(nodes.map((node) => [node.id, nearest(node)]));
  for (const [i, id] of samples.entries()) {
    const place = places.get(id) ?? BUILT_IN;
    // Starting and stopping the profiler is none of our work, and a load ends some time after its last answer.
    if (place === OWN || place === IDLE) continue;
    own.set(place, (own.get(place) ?? 0) + (timeDeltas[i] ?? 0) / 1000);
  }
}

const ROOT = path.resolve(import.meta.dirname, '..', '..');

const BUILT_IN = 'Node';

const IDLE = 'idle';

const OWN = path.relative(ROOT, import.meta.filename);

/** The file of ours, the package, or the part of Node to which a function belongs. */
function placeOf({ functionName, url }: { functionName: string; url: string }): string {
  if (functionName === '(idle)') return IDLE;
  if (functionName === '(root)') return 'Node: sockets and timers';
  if (functionName.startsWith('(')) return `Node: ${functionName.slice(1, -1)}`;
  if (url === '' || url.startsWith('node:')) return BUILT_IN;
  const file = url.startsWith('file:') ? fileURLToPath(url) : url;
  const [, inside] = file.split(/.*\/node_modules\//);
  if (inside !== undefined) return inside.split('/', inside.startsWith('@') ? 2 : 1).join('/');
  return path.relative(ROOT, file);
}

const SHOWN = 14;

/** The profiles as text: milliseconds for each run, and the share, of the places that took most; '' if there are none. */
export function profilesInWords(): string {
  return Array.from(profiles, ([what, { own, runs }]) => {
    const total = [...own.values()].reduce((sum, one) => sum + one, 0);
    const sorted = [...own].sort(([, one], [, other]) => other - one);
    const lines = sorted.slice(0, SHOWN).map(([place, time]) => lineOf(place, time / runs, time / total));
    const rest = sorted.slice(SHOWN).reduce((sum, [, time]) => sum + time, 0);
    lines.push(lineOf('all others', rest / runs, rest / total));
    return [`${what}: ${(total / runs).toFixed(2)} ms of CPU each, ${runs} times`, ...lines].join('\n');
  }).join('\n\n');
}

function lineOf(place: string, time: number, share: number): string {
  return `  ${place.padEnd(60)}${time.toFixed(3).padStart(9)} ms${(share * 100).toFixed(1).padStart(7)}%`;
}
