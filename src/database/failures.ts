/*
 * Why the database did not do what it was asked to. These are faults of the surroundings (the database is down, a game
 * is locked, a disk is full) that pass by themselves or once the operator acts. Everything else is a bug.
 */

/**
 * `unavailable`: the database cannot be reached, or refuses to work. `busy`: it took too long, mostly because a game was
 * locked. `full`: its disk is full.
 */
export type DatabaseFailure = 'unavailable' | 'busy' | 'full';

/** Errors by their code (PostgreSQL, Node, Prisma) or, if they have none, by the kind that Prisma's driver gives. */
const CODES: Record<DatabaseFailure, ReadonlySet<string>> = {
  unavailable: new Set([
    // PostgreSQL: shutting down, crashed, starting up, dropped, ended while idle, read-only, no such database.
    ...['57P01', '57P02', '57P03', '57P04', '57P05', '25P03', '25006', '3D000'],
    ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
    ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN'],
    ...['P1000', 'P1001', 'P1002', 'P1003', 'P1008', 'P1010', 'P1011', 'P1017', 'P2037'],
    ...['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TlsConnectionError'],
    // Ours, of safe-client.ts.
    'UNPROVEN_DATABASE',
  ]),
  // PostgreSQL: lock timeout, statement timeout, write conflict, deadlock.
  busy: new Set(['55P03', '57014', '40001', '40P01', 'P2024', 'P2034']),
  full: new Set(['53100']),
};

/** Classes of errors of PostgreSQL: connections, authentication, too few resources, files that cannot be used. */
const UNAVAILABLE_CLASSES = new Set(['08', '28', '53', '58']);

/** Errors without a code: those of pg, of its pool, and of Prisma's transactions. */
const MESSAGES: readonly (readonly [RegExp, DatabaseFailure])[] = [
  [/^Connection terminated|^timeout exceeded when trying to connect$|^timeout expired$/, 'unavailable'],
  [/^Client (has encountered a connection error|was closed) and is not queryable$/, 'unavailable'],
  [/^Cannot use a pool after calling end on the pool$/, 'unavailable'],
  [/^The server does not support SSL connections$|establishing an SSL connection$/, 'unavailable'],
  [/^SASL: /, 'unavailable'],
  [/^Query read timeout$/, 'busy'],
  // The other errors of this API mean that our own code uses a transaction after its end.
  [/^Transaction API error: .*(in the given time|on an expired transaction)/s, 'busy'],
];

/** The connection broke, so no one knows whether its last statement took effect. */
const BROKEN = new Set([
  ...[
    '57P01',
    '57P02',
    '57P04',
    '57P05',
    'ECONNRESET',
    'ECONNABORTED',
    'EPIPE',
    'ETIMEDOUT',
    'P1008',
    'P1017',
  ],
  ...['ConnectionClosed', 'SocketTimeout', 'Connection terminated', 'Connection terminated unexpectedly'],
  'Query read timeout',
]);

/** The connection was never there, whatever else the error says. */
const NEVER_CONNECTED = new Set(['57P03', 'Connection terminated due to connection timeout']);

/** What failed, if an error or one of its causes comes from the database or the way to it; null for all others. */
export function databaseFailure(error: unknown): DatabaseFailure | null {
  for (const symptom of symptomsOf(error)) {
    const failure = failureOf(symptom);
    if (failure !== null) return failure;
  }
  return null;
}

/**
 * Whether a database failure leaves open if the statement under way took effect: the connection broke, perhaps during a
 * COMMIT. False if it certainly took no effect.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  const symptoms = symptomsOf(error);
  const isBroken = symptoms.some((symptom) => BROKEN.has(symptom) || /^08\w{3}$/.test(symptom));
  return isBroken && !symptoms.some((symptom) => NEVER_CONNECTED.has(symptom));
}

/** PostgreSQL's code, and Prisma's for its own statements. */
const NOT_UNIQUE = new Set(['23505', 'P2002']);

/** Whether a row was not written because there is one already with the same value in a unique column. */
export function isNotUnique(error: unknown): boolean {
  return symptomsOf(error).some((symptom) => NOT_UNIQUE.has(symptom));
}

/** PostgreSQL's codes, and Prisma's for its own statements. */
const DEADLOCK = new Set(['40001', '40P01', 'P2034']);

/**
 * Whether the database ended a transaction because another one used the same rows at the same moment. It had no effect, and
 * succeeds if it is tried again.
 */
export function isDeadlock(error: unknown): boolean {
  return symptomsOf(error).some((symptom) => DEADLOCK.has(symptom));
}

/** SQLSTATE classes of values that the database does not take: data exceptions and violated constraints. */
const REFUSED_CLASSES = new Set(['22', '23']);

/** What the database says of a value that it does not take, in its words; null if the error is another one. */
export function refusedValue(error: unknown): string | null {
  const symptoms = symptomsOf(error);
  const isSqlState = (symptom: string) => /^\d\w{4}$/.test(symptom);
  const isRefused = symptoms.some((one) => isSqlState(one) && REFUSED_CLASSES.has(one.slice(0, 2)));
  if (!isRefused) return null;
  const messages = symptoms.filter((symptom) => symptom.includes(' '));
  // Some messages stand only in the one of Prisma: "Raw query failed. Code: `23502`. Message: `null value in …`".
  const quoted = messages.map((message) => /Message: `([^`]+)`/.exec(message)?.[1]);
  return quoted.find((message) => message !== undefined) ?? messages[0] ?? 'no reason';
}

function failureOf(symptom: string): DatabaseFailure | null {
  for (const failure of ['full', 'busy', 'unavailable'] as const) {
    if (CODES[failure].has(symptom)) return failure;
  }
  const isSqlState = /^\d\w{4}$/.test(symptom);
  if (isSqlState && UNAVAILABLE_CLASSES.has(symptom.slice(0, 2))) return 'unavailable';
  return MESSAGES.find(([pattern]) => pattern.test(symptom))?.[1] ?? null;
}

/** How deep causes are followed, because a cause may lead back to its error. */
const MAX_DEPTH = 6;

/** The codes and messages of an error and of everything that caused it, the first cause first. */
function symptomsOf(error: unknown, depth = 0): string[] {
  if (typeof error !== 'object' || error === null || depth > MAX_DEPTH) return [];
  const { code, originalCode, message, cause, meta, errors } = error as Record<string, unknown>;
  const driverError = (meta as Record<string, unknown> | undefined)?.driverAdapterError;
  const causes = [cause, driverError, ...(Array.isArray(errors) ? errors : [])];
  const own = [originalCode, code, message].filter((symptom) => typeof symptom === 'string');
  return [...causes.flatMap((one) => symptomsOf(one, depth + 1)), ...own];
}
