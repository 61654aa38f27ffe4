import { STATES } from '../../country.ts';
import { counted } from '../../numbers.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import type { Choice, Column, Field, GivenRow, RowsField, SheetSection } from '../../sheet.ts';
import { questionOf } from '../bank/index.ts';
import { CAPITAL, MOST_AMOUNT } from '../data/amounts.ts';
import { type OpenQuestion, offersTo, openQuestions } from '../pending.ts';
import { bundleInWords, chipInWords, LEVELS, worthInWords } from '../report/words.ts';
import type { Player, State } from '../state.ts';

/** PTG-4.5: the most rows of each list. */
const MOST = { answers: 4, help: 4, advice: 6, accept: 8 } as const;

const LETTERS = ['A', 'B', 'C', 'D'] as const;

/** PTG-4.5, PTG-9.13: the answers to the player's own questions, and the claim of DC; nothing if there are none. */
export function answersSection(state: State, player: Player): SheetSection[] {
  const own = openQuestions(state).filter(({ by }) => by === player.id);
  if (own.length === 0) return [];
  // A chip that someone holds goes back to no one before the answers are read: a claim would bring nothing.
  const mayClaim = state.chips[CAPITAL] === null && own.some(({ asked }) => asked.kind === 'government');
  const answers: RowsField = {
    kind: 'rows',
    name: 'answers',
    label: 'Answers',
    max: MOST.answers,
    given: own.map((question) => givenQuestion(state, question)),
    columns: [labelColumn(own), answerColumn()],
  };
  const claim: Field = {
    kind: 'flag',
    name: 'claimDC',
    label: 'Claim the chip of DC (3)',
    hint: 'You get it if a government answer of yours is right this turn and no one has taken it before.',
  };
  return [{ title: 'Your questions', fields: mayClaim ? [answers, claim] : [answers] }];
}

/** A question with its text and its choices; what is right has no part in it. */
function givenQuestion({ settings }: State, { pending, asked }: OpenQuestion): GivenRow {
  const { text, choices, level } = questionOf(settings, asked.id);
  const worth = `${asked.kind}, ${LEVELS[level]}: ${worthInWords(asked.kind, level, pending.state)}`;
  const isSpare = asked !== pending.asked[0];
  const counts = isSpare ? 'counts if not' : `counts if ${pending.offer?.to} accepts your offer`;
  return {
    label: asked.label,
    note: pending.offer === null ? worth : `${worth}, ${counts}`,
    words: [text],
    fixed: { question: asked.label },
    choices: {
      answer: LETTERS.map((value, i) => {
        return { value, label: `${value} ${choices[asked.choices[i] as number]}` };
      }),
    },
  };
}

function labelColumn(questions: readonly OpenQuestion[]): Column {
  const choices = questions.map(({ asked: { label } }): Choice => ({ value: label, label }));
  return { kind: 'choice', name: 'question', label: 'Question', choices, blank: '—' };
}

function answerColumn(): Column {
  const choices = LETTERS.map((value): Choice => ({ value, label: value }));
  return { kind: 'choice', name: 'answer', label: 'Answer', choices, blank: '—' };
}

/** PTG-4.5: the offers made to the player, to accept or not; nothing if there are none. */
export function offersSection(state: State, player: Player): SheetSection[] {
  const choices = offersTo(state, player.id).map(({ label, pending, offer }): Choice => {
    // The label begins with the bidder. Its name once more would make most lines too long for a paper sheet.
    return { value: label, label: `${label}: ${bundleInWords(offer)} for ${chipInWords(pending.state)}` };
  });
  if (choices.length === 0) return [];
  const accept: Field = {
    kind: 'ranking',
    name: 'accept',
    label: 'Offers that you accept',
    hint: 'You are paid if the answer is right. All other offers are rejected; a chip goes to one buyer only.',
    max: MOST.accept,
    of: 'choice',
    choices,
    each: 'Offer',
    unordered: true,
  };
  return [{ title: 'Offers to you', fields: [accept] }];
}

/** PTG-4.5: help to buy and to sell, which most sheets leave blank. */
export function helpSection(state: State, player: Player): SheetSection[] {
  const open = openQuestions(state);
  const own = open.filter(({ by }) => by === player.id);
  const theirs = open.filter(({ by }) => by !== player.id);
  const fields: Field[] = [
    ...(own.length === 0 ? [] : [helpField(state, player, own)]),
    ...(theirs.length === 0 ? [] : [adviceField(state, theirs)]),
  ];
  if (fields.length === 0) return [];
  const hint = 'Buy answers from others, or sell yours; anyone may lie. Amounts are millions.';
  return [{ title: 'Help', hint, rare: true, fields }];
}

function helpField(state: State, player: Player, own: readonly OpenQuestion[]): RowsField {
  const others = state.players.filter(({ id }) => id !== player.id);
  const perQuestion = Math.min(others.length, MOST.help);
  return {
    kind: 'rows',
    name: 'help',
    label: 'Help to buy',
    hint: `At most ${MOST.help} rows, tried in order. The answer that you buy replaces yours. Prices are the most that you pay.`,
    max: MOST.help,
    given: own.flatMap(({ asked: { label } }) =>
      Array.from({ length: perQuestion }, (_, i): GivenRow => {
        const note = perQuestion === 1 ? {} : { note: `adviser ${i + 1}` };
        return { label, ...note, fixed: { question: label } };
      }),
    ),
    rareTitle: 'A price in votes or a chip',
    sentence: {
      conditions: {},
      actions: ['buy the answer to {question} from {from}'],
      additions: priceInWords('for up to '),
    },
    columns: [
      labelColumn(own),
      { kind: 'choice', name: 'from', label: 'From', choices: others.map(seatChoice), blank: '—' },
      ...priceColumns(),
    ],
  };
}

function adviceField(state: State, theirs: readonly OpenQuestion[]): RowsField {
  return {
    kind: 'rows',
    name: 'advice',
    label: 'Help for sale',
    hint: `At most ${MOST.advice} rows. Anyone who is ready to pay the price gets your answer.`,
    max: MOST.advice,
    given: theirs.map((question) => ({ ...givenQuestion(state, question), note: question.asked.kind })),
    rareTitle: 'A price in votes or a chip',
    sentence: {
      conditions: {},
      actions: ['sell the answer {answer} to {question}'],
      additions: priceInWords('for '),
    },
    columns: [labelColumn(theirs), answerColumn(), ...priceColumns()],
  };
}

/** A candidate to choose. */
export function seatChoice({ id }: { id: SeatIdentifier }): Choice {
  return { value: id, label: id };
}

function priceInWords(before: string): Record<string, string> {
  return {
    cash: `${before}{cash} million`,
    votes: `${before}{votes} million votes`,
    chip: `${before}the chip of {chip}`,
  };
}

/** PTG-4.5: the three parts of a price. */
function priceColumns(): Column[] {
  const amount = { kind: 'integer', min: 0, max: MOST_AMOUNT, ifBlank: 0 } as const;
  return [
    { ...amount, name: 'cash', label: 'Cash', unit: 'dollars' },
    { ...amount, name: 'votes', label: 'Votes', unit: 'number', rare: true },
    { kind: 'choice', name: 'chip', label: 'Chip', choices: PRICE_CHIPS, blank: 'none', rare: true },
  ];
}

/** All 51 chips as a part of a price. They are no states to go to, so the map does not fill them in. */
const PRICE_CHIPS: Choice[] = STATES.map(({ code, name }) => ({
  value: code,
  label: `${code} ${name}`,
  phrase: code,
}));

/** All 51 states. */
export const STATE_CHOICES: Choice[] = STATES.map(({ code, name, electoralVotes }) => ({
  value: code,
  label: name,
  note: counted(electoralVotes, 'vote'),
}));
