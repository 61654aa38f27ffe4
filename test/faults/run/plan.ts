import { createRandom, type Random } from './random.ts';

/** What can go wrong. Each one that is done counts as a kill. */
export type FaultKind =
  /** SIGKILL to the server. */
  | 'server killed'
  /** SIGKILL to the server, and to the next one while it starts. */
  | 'server killed twice'
  /** SIGTERM to the server, which must stop by itself. */
  | 'server stopped'
  /** SIGKILL to the postmaster. */
  | 'postmaster killed'
  | 'one connection ended'
  | 'all connections ended'
  /** The connections to the database are reset, and new ones are refused. */
  | 'database cut off'
  /** Nothing arrives at the database or comes from it, and no connection ends. */
  | 'database silent'
  | 'relay cut off'
  | 'relay silent'
  /** The mail server takes seconds for each mail. */
  | 'relay slow'
  /** The mail server refuses connections or recipients with a temporary error. */
  | 'relay refuses'
  /** The mail server takes mail and drops the connection instead of saying so. */
  | 'relay loses answers'
  | 'disk full'
  /** The server's clock is wrong; the database's is right. */
  | 'clock wrong';

/** The busy moment at which a fault is aimed. */
export type Aim = 'anything' | 'sheets arrive' | 'a turn is processed' | 'mail is sent';

/** One planned fault. */
export interface Fault {
  /** Counted from 1. */
  number: number;
  kind: FaultKind;
  aim: Aim;
  /** Milliseconds between the busy moment and the fault. */
  delay: number;
  /** How long the fault lasts, in milliseconds; for a killed process, how long it stays down. */
  lasts: number;
  /** Whether the server is killed while the fault lasts, so that it has to start during it. */
  andServer: boolean;
  /** Whether connections that were silent are reset when the silence ends. They go on otherwise. */
  thenReset: boolean;
  /** By how many milliseconds the clock is wrong. */
  clockOffset: number;
}

interface FaultRule {
  /** How often the fault is chosen, compared with the others. */
  weight: number;
  /** How long it lasts, in seconds; null if that cannot be chosen. */
  lasts: [min: number, max: number] | null;
  /** Whether it needs the network between the server and the database: a database that is not embedded. */
  needsNetwork?: true;
}

const RULES: Record<FaultKind, FaultRule> = {
  'server killed': { weight: 20, lasts: null },
  'server killed twice': { weight: 7, lasts: [0, 3] },
  'server stopped': { weight: 8, lasts: null },
  'postmaster killed': { weight: 12, lasts: [0, 8] },
  'one connection ended': { weight: 6, lasts: null },
  'all connections ended': { weight: 8, lasts: null },
  'database cut off': { weight: 9, lasts: [1, 12], needsNetwork: true },
  'database silent': { weight: 9, lasts: [1, 12], needsNetwork: true },
  'relay cut off': { weight: 5, lasts: [1, 20] },
  'relay silent': { weight: 5, lasts: [1, 20] },
  'relay slow': { weight: 4, lasts: [1, 20] },
  'relay refuses': { weight: 4, lasts: [1, 20] },
  'relay loses answers': { weight: 5, lasts: [1, 10] },
  'disk full': { weight: 6, lasts: [2, 10] },
  'clock wrong': { weight: 6, lasts: [3, 10] },
};

/** Every kind of fault. */
export const FAULT_KINDS = Object.keys(RULES) as FaultKind[];

/** Faults during which the server can be killed as well. */
const LASTING: readonly FaultKind[] = [
  ...(['postmaster killed', 'database cut off', 'database silent', 'relay cut off'] as const),
  ...(['relay silent', 'disk full', 'clock wrong'] as const),
];

const AIMS: readonly Aim[] = ['anything', 'sheets arrive', 'a turn is processed', 'mail is sent'];

const MAX_CLOCK_OFFSET = 2 * 3_600_000;

export interface PlanOptions {
  seed: number;
  kills: number;
  embedded: boolean;
  /** Null for all that are possible. */
  kinds: readonly FaultKind[] | null;
  /** No fault lasts longer, in milliseconds. */
  longest: number;
}

/**
 * Plans the faults of a run. The first ones are one of each kind, as far as there is room, so that a short run meets
 * many kinds; the others are chosen by their weights.
 */
export function planFaults({ seed, kills, embedded, kinds, longest }: PlanOptions): Fault[] {
  const random = createRandom(seed);
  const possible = (kinds ?? FAULT_KINDS).filter((kind) => !(embedded && RULES[kind].needsNetwork));
  if (possible.length === 0) return [];
  const first = random.some(possible, kills);
  return Array.from({ length: kills }, (_, i) => {
    const kind = first[i] ?? pickByWeight(random, possible);
    return planFault(random, i + 1, kind, { longest, embedded });
  });
}

function planFault(
  random: Random,
  number: number,
  kind: FaultKind,
  { longest, embedded }: Pick<PlanOptions, 'longest' | 'embedded'>,
): Fault {
  // The server itself has to start its embedded PostgreSQL again, at once.
  const lasts = embedded && kind === 'postmaster killed' ? null : RULES[kind].lasts;
  const [min, max] = lasts ?? [0, 0];
  return {
    number,
    kind,
    aim: random.pick(AIMS),
    delay: random.integer(0, 400),
    lasts: Math.min(longest, random.integer(min * 1000, max * 1000)),
    andServer: random.chance(0.2) && LASTING.includes(kind),
    thenReset: random.chance(0.4),
    clockOffset: random.integer(-MAX_CLOCK_OFFSET, MAX_CLOCK_OFFSET),
  };
}

function pickByWeight(random: Random, kinds: readonly FaultKind[]): FaultKind {
  const total = kinds.reduce((sum, kind) => sum + RULES[kind].weight, 0);
  let rest = random.number() * total;
  for (const kind of kinds) {
    rest -= RULES[kind].weight;
    if (rest < 0) return kind;
  }
  return kinds[0] as FaultKind;
}

/** A fault in one line: `database silent for 7.2 s, aimed when sheets arrive`. */
export function faultInWords({ kind, aim, lasts, andServer, thenReset, clockOffset }: Fault): string {
  const minutes = Math.round(clockOffset / 60_000);
  const seconds = `${(lasts / 1000).toFixed(1)} s`;
  return [
    kind,
    ...(kind === 'clock wrong' ? [`by ${minutes} min`] : []),
    ...(lasts > 0 ? [kind === 'server killed twice' ? `${seconds} after its start` : `for ${seconds}`] : []),
    ...(kind.endsWith('silent') ? [thenReset ? '(then reset)' : '(then resumed)'] : []),
    ...(andServer ? ['and the server killed'] : []),
    ...(aim === 'anything' ? [] : [`while ${aim}`]),
  ].join(' ');
}
