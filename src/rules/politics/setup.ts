import { z } from 'zod';
import { byState, type StateCode } from '../country.ts';
import { type Dice, shuffle } from '../dice.ts';
import type { SeatEntry, SeatIdentifier } from '../ruleset.ts';
import { BANKS, editionOfBank, questionOf } from './bank/index.ts';
import { MOST_QUESTIONS } from './bank/question-shape.ts';
import { LONGEST_QUESTIONS, questionsOption, questionsProblem } from './bank/questions-option.ts';
import { START_CASH } from './data/amounts.ts';
import { GERRYMANDERS } from './data/gerrymanders.ts';
import { EVENT_CARDS, WILDCARDS } from './data/wildcards.ts';
import { countVotes } from './play/desk.ts';
import {
  type Asked,
  type Debt,
  type Offer,
  type Pending,
  type Player,
  type Settings,
  type Show,
  type State,
  type StopRoll,
  turnOrder,
} from './state.ts';

/** PTG-3.2: the limits of the options. */
export const TURN_LIMIT = { min: 4, max: 60, usual: 22 } as const;

const turnLimitError = `must be a whole number from ${TURN_LIMIT.min} to ${TURN_LIMIT.max}`;
const stopsError = 'must be 1 or 2';
const bankNames = Object.keys(BANKS) as [string, ...string[]];

/**
 * What the banks are called on the new-game form. The number of questions is written here, because counting them would mean to
 * make the house bank at every start; a test counts them.
 */
export const BANK_LABELS: Readonly<Record<string, string>> = {
  'house-1': 'The house bank: 1,299 questions',
  specimen: 'A short one for a first look: 30 questions',
};

/** PTG-3.2: the bank of a new game. */
const USUAL_BANK = 'house-1';

/** More than any bank has. */
const MOST_RETIRED = 5000;

/** PTG-3.2: the host's options. */
export const options = z
  .object({
    turnLimit: z
      .int({ error: turnLimitError })
      .min(TURN_LIMIT.min, { error: turnLimitError })
      .max(TURN_LIMIT.max, { error: turnLimitError })
      .default(TURN_LIMIT.usual)
      .meta({ title: 'Campaign turns', description: 'After so many campaign turns Speed Play decides.' }),
    stops: z
      .int({ error: stopsError })
      .min(1, { error: stopsError })
      .max(2, { error: stopsError })
      .default(2)
      .meta({
        title: 'Stops in a turn',
        description: 'With one, a game takes nearly twice as many mailings.',
      }),
    wildcards: z
      .enum(['all', 'events'], { error: 'must be one of: all, events' })
      .default('all')
      .meta({
        title: 'Wildcards',
        labels: { all: 'All: mimes, drawings, stunts, recitals and events', events: 'Events only' },
        description: 'Without shows, no one has to perform, guess or judge.',
      }),
    bank: z
      .enum(bankNames, { error: `must be one of: ${bankNames.join(', ')}` })
      .meta({ labels: BANK_LABELS })
      .nullable()
      .default(USUAL_BANK)
      .meta({
        title: 'Question bank',
        none: 'Only my own questions',
        description: 'Where the questions come from.',
      }),
    questions: questionsOption.meta({
      title: 'Your own questions',
      lines: LONGEST_QUESTIONS,
      description:
        'They are asked besides those of the bank. Write one line such as “state TX 1 open: What is the capital of Texas?” (or ' +
        '“general” or “government”; the level is 1, 2 or 3; “open” if it can be answered without choices), and below it the ' +
        'right answer after +, three wrong ones after -, and other right forms after =. A list of records in JSON will do, too. ' +
        `There can be ${MOST_QUESTIONS} questions, and ${LONGEST_QUESTIONS.toLocaleString('en-US')} characters. You know the answers, so you ` +
        'can never have a seat in this game, and everyone is told. When the game is over, all of them are published with their ' +
        'answers, also those that were not asked.',
    }),
    // Questions of the bank that players disputed in earlier games.
    retired: z.array(z.string().max(60)).max(MOST_RETIRED).optional().meta({ byServer: true }),
  })
  .superRefine((chosen, ctx) => {
    const message = questionsProblem(chosen);
    if (message !== null) ctx.addIssue({ code: 'custom', path: ['questions'], message });
  });

/** PTG-2.10: whether the GM has written questions and so knows their answers. */
export function hasSecretOptions(chosen: Record<string, unknown>): boolean {
  return options.parse(chosen).questions.length > 0;
}

/** PTG-3.1: players ask for nothing. */
export const wishes = z.object({});

/** PTG-3.5: a pending question in a setup. */
export interface SetupPending {
  stop: number;
  state: StateCode;
  asked: string[];
  choices: number[][];
  otherwise: 'general' | 'state';
  offer: Offer | null;
}

/** PTG-3.4, PTG-3.5: a candidate in a setup; what follows `cards` counts in a started game only. */
export interface SetupPlayer {
  id: SeatIdentifier;
  name: string;
  cards: string[];
  at?: StateCode;
  cash?: number;
  popular?: number;
  chips?: StateCode[];
  rolls?: StopRoll[];
  rests?: number;
  debts?: Debt[];
  pending?: SetupPending[];
}

/** Everything that chance and the host decide before the first sheet (PTG-3.4); players are in players' order. */
export interface Setup extends Settings {
  players: SetupPlayer[];
  gerrymander: string[];
  wildcards: string[];
  /** Whether the game begins in mid-campaign (PTG-3.5). */
  started?: boolean;
  /** Campaign turns already processed. */
  round?: number;
  shows?: Show[];
}

/** PTG-3.3: the setup of a new game from its seats, with the dice of processing 0. */
export function setUp(chosen: Record<string, unknown>, seats: readonly SeatEntry[], dice: Dice): Setup {
  const { turnLimit, stops, wildcards, questions, ...from } = options.parse(chosen);
  const bank = from.bank === null ? null : editionOfBank(from.bank, from.retired ?? []);
  const rolled = rollForPicking(seats, dice);
  const picking = rolled.map(({ id }) => id);
  const lowest = seats.findIndex(({ identifier }) => identifier === picking.at(-1));
  const turned = [...seats.slice(lowest), ...seats.slice(0, lowest)];
  const deck = shuffle(
    GERRYMANDERS.map(({ id }) => id),
    dice,
  );
  const players = turned.map(({ identifier, name }) => ({ id: identifier, name, cards: deck.splice(0, 3) }));
  const cards = wildcards === 'events' ? EVENT_CARDS : WILDCARDS;
  const shuffled = shuffle(
    cards.map(({ id }) => id),
    dice,
  );
  return {
    ...{ players, picking, rolled, turnLimit, stops: stops === 1 ? 1 : 2, bank, questions },
    ...{ gerrymander: deck, wildcards: shuffled },
  };
}

/** PTG-3.3, steps 1 to 3: the seats with the sums that they rolled, highest first; ties roll again. */
function rollForPicking(seats: readonly SeatEntry[], dice: Dice): { id: SeatIdentifier; sums: number[] }[] {
  const rollSum = () => dice.roll(6) + dice.roll(6);
  const rolled = seats.map(({ identifier }) => ({ identifier, key: [rollSum()] }));
  const byKey = () => rolled.toSorted((a, b) => compareKeys(b.key, a.key));
  for (;;) {
    const tied = byKey().filter(
      ({ key }) => rolled.filter((one) => compareKeys(one.key, key) === 0).length > 1,
    );
    if (tied.length === 0) return byKey().map(({ identifier, key }) => ({ id: identifier, sums: key }));
    for (const one of tied) one.key.push(rollSum());
  }
}

/** Keys compare number by number. */
function compareKeys(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((sum, index) => sum !== b[index]);
  return at < 0 ? a.length - b.length : (a[at] as number) - (b[at] ?? 0);
}

/** PTG-3.7: the state before the first sheet. */
export function begin(setup: Setup): State {
  const { turnLimit, stops, bank, questions, picking, rolled } = setup;
  const started = setup.started === true;
  const round = started ? (setup.round ?? 0) : 0;
  const shows = started ? (setup.shows ?? []) : [];
  const chips = byState((): SeatIdentifier | null => null);
  const settings: Settings = { turnLimit, stops, bank, questions, picking, ...(rolled && { rolled }) };
  const players = setup.players.map((player) => beginPlayer(setup, player, started));
  for (const { id, chips: own = [] } of started ? setup.players : []) {
    for (const code of own) chips[code] = id;
  }
  for (const player of players) countVotes({ chips }, player);
  return {
    settings,
    ...{ turn: started ? round + 1 : 0, phase: started ? 'campaign' : 'home', round },
    ...{ order: turnOrder({ players, round }), players, chips },
    gerrymander: { deck: [...setup.gerrymander], played: [] },
    wildcards: { deck: [...setup.wildcards], played: [] },
    used: { general: [], state: [], government: [] },
    shows: structuredClone(shows),
    showsSoFar: Math.max(0, ...shows.map(({ number }) => number)),
    ...{ runoff: null, speed: null, outcome: null, press: [], log: [] },
  };
}

function beginPlayer(setup: Setup, given: SetupPlayer, started: boolean): Player {
  const { id, cards } = given;
  const blank = { popular: 0, electoral: 0, rests: 0 };
  if (!started) {
    const none = { rolls: [], debts: [], pending: [] };
    return { id, at: null, cash: START_CASH, ...blank, cards: [...cards], ...none };
  }
  return {
    ...{ id, at: given.at ?? null, cash: given.cash ?? START_CASH, ...blank },
    ...{ popular: given.popular ?? 0, rests: given.rests ?? 0, cards: [...cards] },
    rolls: structuredClone(given.rolls ?? []),
    debts: structuredClone(given.debts ?? []),
    pending: (given.pending ?? []).map((pending) => beginPending(setup, id, pending)),
  };
}

/** PTG-3.5: a question that is pending when the game begins. */
function beginPending(setup: Setup, seat: SeatIdentifier, given: SetupPending): Pending {
  const { stop, state, otherwise, offer } = given;
  const asked = given.asked.map((id, index): Asked => {
    const label = `${seat}${stop}${index === 0 ? '' : 'X'}`;
    return { label, kind: questionOf(setup, id).kind, id, choices: [...(given.choices[index] ?? [])] };
  });
  return { stop, state, asked, otherwise, offer: structuredClone(offer) };
}
