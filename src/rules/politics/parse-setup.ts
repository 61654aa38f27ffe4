import { z } from 'zod';
import { STATE_CODES, type StateCode } from '../country.ts';
import { wholeNumber } from '../figures.ts';
import { type Failure, fail, ok, type Result } from '../result.ts';
import { zodProblems } from '../zod-problems.ts';
import { findBank, questionsOf } from './bank/index.ts';
import { questionsShape } from './bank/question-shape.ts';
import { KINDS } from './bank/record.ts';
import { MOST_AMOUNT, SEATS, START_CASH } from './data/amounts.ts';
import { findGerrymander, GERRYMANDERS } from './data/gerrymanders.ts';
import { findWildcard, WILDCARDS } from './data/wildcards.ts';
import { type Setup, type SetupPending, type SetupPlayer, TURN_LIMIT } from './setup.ts';

/** PTG-3.4 to PTG-3.6: setups from outside. Null is not the same as a missing key. */

const CODE = 'invalid-setup';

/** PTG-3.3, PTG-8.2: the cards of a hand before and after the home states are settled. */
const CARDS = { home: 3, started: 2 } as const;

const text = z.string({ error: 'must be a string' });
const amount = wholeNumber(0, MOST_AMOUNT);
const state = z.enum(STATE_CODES as [StateCode, ...StateCode[]], { error: 'must be the code of a state' });
const list = <T extends z.ZodType>(item: T) => z.array(item, { error: 'must be a list' });
const object = { error: 'must be an object' };
const gerrymander = text.refine((id) => findGerrymander(id), { error: 'must be a Gerrymander card' });
const wildcard = text.refine((id) => findWildcard(id), { error: 'must be a Wildcard' });
const show = wildcard.refine((id) => findWildcard(id)?.kind !== 'event', {
  error: 'must be a Wildcard that is performed',
});

const offerShape = z.object(
  { to: text, cash: amount.default(0), votes: amount.default(0), chips: list(state).default([]) },
  object,
);
const pendingShape = z.object(
  {
    stop: wholeNumber(1, 2).default(1),
    state: state.optional(),
    asked: list(text),
    choices: list(list(wholeNumber(0, 3))).optional(),
    otherwise: z.enum(['general', 'state'], { error: 'must be general or state' }).default('state'),
    offer: offerShape.nullable().default(null),
  },
  object,
);
const die = wholeNumber(1, 6);
const startedShape = {
  at: state,
  cash: amount.default(START_CASH),
  popular: amount.default(0),
  chips: list(state).default([]),
  rolls: list(z.tuple([die, die], { error: 'must be two dice or null' }).nullable()).optional(),
  rests: amount.default(0),
  debts: list(z.object({ to: text, amount }, object)).default([]),
  pending: list(pendingShape).default([]),
};
const playerShape = {
  id: text.regex(/^[A-Z]{2,3}$/, { error: 'must be 2 or 3 capital letters' }),
  name: text.optional(),
  cards: list(gerrymander).optional(),
};
const showShape = z.object(
  {
    number: wholeNumber(1, MOST_AMOUNT),
    card: show,
    by: text,
    stage: z.enum(['task', 'stage'], { error: 'must be task or stage' }),
    text: text.nullable().default(null),
    drawing: list(text).nullable().default(null),
    actor: text.nullable().default(null),
  },
  object,
);

const isObject = { error: 'must be an object with "players"' };
const count = { error: `must be a list of ${SEATS.min} to ${SEATS.max} players` };
const players = <T extends z.ZodRawShape>(shape: T) =>
  z.array(z.object(shape, { error: 'must be an object with the fields of a player' }), count);
const tableShape = {
  picking: list(text).optional(),
  rolled: list(z.object({ id: text, sums: list(wholeNumber(2, 12)) }, object)).optional(),
  turnLimit: wholeNumber(TURN_LIMIT.min, TURN_LIMIT.max).default(TURN_LIMIT.usual),
  stops: wholeNumber(1, 2).default(2),
  bank: text
    .refine((name) => findBank(name) !== undefined, { error: 'must be the name of a bank, or null' })
    .nullable()
    .default('specimen'),
  questions: questionsShape.default([]),
  gerrymander: list(gerrymander).optional(),
  wildcards: list(wildcard).min(1, { error: 'must have at least one card' }).optional(),
};
const newShape = z.object(
  { players: players(playerShape).min(SEATS.min, count).max(SEATS.max, count), ...tableShape },
  isObject,
);
const midShape = z.object(
  {
    players: players({ ...playerShape, ...startedShape })
      .min(SEATS.min, count)
      .max(SEATS.max, count),
    ...tableShape,
    round: wholeNumber(0, TURN_LIMIT.max).default(0),
    shows: list(showShape).default([]),
  },
  isObject,
);
const headShape = z.object(
  { started: z.boolean({ error: 'must be true or false' }).default(false) },
  isObject,
);

/** A setup from outside, as far as its form goes: of a new game, or of one that has started. */
export const setupShape = z.union([headShape.and(newShape), headShape.and(midShape)]);

type Table = z.infer<typeof newShape>;
type MidTable = z.infer<typeof midShape>;
type GivenPlayer = Table['players'][number] & Partial<MidTable['players'][number]>;
type Given = Omit<Table, 'players'> & Partial<Pick<MidTable, 'round' | 'shows'>> & { players: GivenPlayer[] };

/**
 * Checks a setup from outside and fills in what is missing (PTG-3.4 to PTG-3.6). The one problem has the code
 * `invalid-setup` and the path of the first field that is wrong.
 */
export function parseSetup(json: unknown): Result<Setup> {
  const head = headShape.safeParse(json);
  if (!head.success) return refuseShape(head.error);
  const { started } = head.data;
  const parsed = (started ? midShape : newShape).safeParse(json);
  if (!parsed.success) return refuseShape(parsed.error);
  const given: Given = parsed.data;
  const failure =
    checkSeats(given) ??
    checkQuestions(given) ??
    checkCards(given, started) ??
    (started ? checkStarted(given) : null);
  return failure ?? ok(complete(given, started));
}

function refuseShape(error: z.ZodError): Failure {
  return { ok: false, problems: zodProblems(error, { code: CODE }).slice(0, 1) };
}

function refuse(field: string, message: string): Failure {
  return fail(field, CODE, message);
}

function checkSeats({ players, picking }: Given): Failure | null {
  const ids = players.map(({ id }) => id);
  const repeated = ids.findIndex((id, i) => ids.indexOf(id) < i);
  if (repeated >= 0) return refuse(`players[${repeated}].id`, 'must differ from the identifiers before it');
  if (!picking) return null;
  const isPermutation = picking.length === ids.length && ids.every((id) => picking.includes(id));
  return isPermutation ? null : refuse('picking', 'must name every player once');
}

/** PTG-2.8, PTG-3.6: ids are unique in the game, and every kind is there. */
function checkQuestions({ bank, questions }: Given): Failure | null {
  const ids = new Set((bank === null ? [] : (findBank(bank) ?? [])).map(({ id }) => id));
  for (const [i, { id }] of questions.entries()) {
    if (ids.has(id)) return refuse(`questions[${i}].id`, 'must differ from the ids of all other questions');
    ids.add(id);
  }
  const all = questionsOf({ bank, questions });
  const lacking = KINDS.find((kind) => all.every((question) => question.kind !== kind));
  return lacking ? refuse('questions', `must have questions of the kind ${lacking}, or name a bank`) : null;
}

/** PTG-3.6: no Gerrymander card is named twice, and every hand has the right number. */
function checkCards(given: Given, started: boolean): Failure | null {
  const size = started ? CARDS.started : CARDS.home;
  const named = new Set<string>();
  for (const [i, { cards }] of given.players.entries()) {
    const repeated = cards?.findIndex((id, k) => named.has(id) || cards.indexOf(id) < k) ?? -1;
    if (repeated >= 0) return refuse(`players[${i}].cards[${repeated}]`, 'must not be named twice');
    if (cards && cards.length !== size) return refuse(`players[${i}].cards`, `must have ${size} cards`);
    for (const id of cards ?? []) named.add(id);
  }
  const { gerrymander = [] } = given;
  const repeated = gerrymander.findIndex((id, k) => named.has(id) || gerrymander.indexOf(id) < k);
  if (repeated >= 0) return refuse(`gerrymander[${repeated}]`, 'must not be named twice');
  const lacking = given.players.filter(({ cards }) => !cards).length * size;
  const left = GERRYMANDERS.length - named.size - gerrymander.length;
  return lacking > left ? refuse('gerrymander', `must leave ${lacking} cards for the players`) : null;
}

/** PTG-3.5, PTG-3.6: what a game that begins in mid-campaign says of itself. */
function checkStarted(given: Given): Failure | null {
  const { round = 0, turnLimit, shows = [] } = given;
  if (round >= turnLimit) return refuse('round', `must be a whole number from 0 to ${turnLimit - 1}`);
  const ids = given.players.map(({ id }) => id);
  const held = new Set<StateCode>();
  for (const [i, player] of given.players.entries()) {
    const failure = checkPlayer(given, player, `players[${i}]`, held);
    if (failure) return failure;
  }
  for (const [i, { number, by, actor }] of shows.entries()) {
    const isLater = i === 0 || number > (shows[i - 1]?.number ?? 0);
    if (!isLater) return refuse(`shows[${i}].number`, 'must be above the number before it');
    if (!ids.includes(by)) return refuse(`shows[${i}].by`, 'must be the identifier of a player');
    if (actor !== null && (actor === by || !ids.includes(actor))) {
      return refuse(`shows[${i}].actor`, 'must be the identifier of another player');
    }
  }
  return null;
}

function checkPlayer(
  given: Given,
  { id, chips = [], rolls, debts = [], pending = [] }: GivenPlayer,
  path: string,
  held: Set<StateCode>,
): Failure | null {
  for (const [k, code] of chips.entries()) {
    if (held.has(code)) return refuse(`${path}.chips[${k}]`, 'must not be held twice');
    held.add(code);
  }
  if (rolls && rolls.length !== given.stops) {
    return refuse(`${path}.rolls`, `must have ${given.stops} entries`);
  }
  const others = given.players.map((player) => player.id).filter((other) => other !== id);
  const owed = debts.findIndex(({ to }) => to !== 'bank' && !others.includes(to));
  if (owed >= 0)
    return refuse(`${path}.debts[${owed}].to`, 'must be bank or the identifier of another player');
  for (const [k, one] of pending.entries()) {
    const failure = checkPending(given, one, `${path}.pending[${k}]`, others);
    if (failure) return failure;
    const isRepeated = pending.findIndex(({ stop }) => stop === one.stop) < k;
    if (isRepeated) return refuse(`${path}.pending[${k}].stop`, 'must differ from the stops before it');
  }
  return null;
}

function checkPending(
  given: Given,
  { stop, asked, choices, offer }: z.infer<typeof pendingShape>,
  path: string,
  others: readonly string[],
): Failure | null {
  if (stop > given.stops) return refuse(`${path}.stop`, `must be a whole number from 1 to ${given.stops}`);
  const size = offer ? 2 : 1;
  if (asked.length !== size) return refuse(`${path}.asked`, `must have ${size} of the ids of questions`);
  const ids = new Set(questionsOf(given).map(({ id }) => id));
  const unknown = asked.findIndex((id) => !ids.has(id));
  if (unknown >= 0) return refuse(`${path}.asked[${unknown}]`, 'must be the id of a question');
  if (choices && choices.length !== size) return refuse(`${path}.choices`, `must have ${size} lists`);
  const wrong = choices?.findIndex((order) => order.toSorted().join() !== '0,1,2,3') ?? -1;
  if (wrong >= 0) return refuse(`${path}.choices[${wrong}]`, 'must name 0, 1, 2 and 3 once');
  if (offer && !others.includes(offer.to)) {
    return refuse(`${path}.offer.to`, 'must be the identifier of another player');
  }
  return null;
}

/** PTG-3.4, PTG-3.5: the setup with every default filled in. */
function complete(given: Given, started: boolean): Setup {
  const { turnLimit, bank, questions } = given;
  const stops = given.stops === 1 ? 1 : 2;
  const named = [...given.players.flatMap(({ cards }) => cards ?? []), ...(given.gerrymander ?? [])];
  const left = GERRYMANDERS.map(({ id }) => id).filter((id) => !named.includes(id));
  const size = started ? CARDS.started : CARDS.home;
  const players = given.players.map((player): SetupPlayer => {
    const base = {
      id: player.id,
      name: player.name ?? player.id,
      cards: player.cards ?? left.splice(0, size),
    };
    return started ? { ...base, ...completeStarted(player, stops) } : base;
  });
  return {
    players,
    picking: given.picking ?? players.map(({ id }) => id).toReversed(),
    ...(given.rolled && { rolled: given.rolled }),
    ...{ turnLimit, stops, bank, questions },
    gerrymander: given.gerrymander ?? left,
    wildcards: given.wildcards ?? WILDCARDS.map(({ id }) => id),
    ...(started ? { started, round: given.round ?? 0, shows: given.shows ?? [] } : {}),
  };
}

function completeStarted(player: GivenPlayer, stops: 1 | 2): Partial<SetupPlayer> {
  const { at, cash, popular, chips, rests, debts, pending = [] } = player;
  const rolls = player.rolls ?? Array.from({ length: stops }, (): [number, number] => [1, 2]);
  return {
    ...{ at, cash, popular, chips, rests, debts, rolls },
    pending: pending.map(
      (one): SetupPending => ({
        ...one,
        state: one.state ?? (at as StateCode),
        choices: one.choices ?? one.asked.map(() => [0, 1, 2, 3]),
        offer: one.offer && { ...one.offer, chips: one.offer.chips.toSorted() },
      }),
    ),
  };
}
