import { inWords } from '../../../games/letters/correspondents.ts';
import type {
  LettersOf,
  LettersPage,
  letterFormPage,
  SeenLetter,
} from '../../../games/letters/letters-view.ts';
import { MAX_LETTER } from '../../../games/letters/write-letter.ts';
import { grouped } from '../../../rules/numbers.ts';
import type { Problem } from '../../../rules/sheet.ts';
import type { LetterView } from '../../rendering/letter-view.ts';

/** What the form for a letter is made from. */
export type LetterForm = NonNullable<Awaited<ReturnType<typeof letterFormPage>>>;

/** What was typed into the form for a letter, and what is wrong with it. */
export interface LetterFormState {
  values: Record<string, string>;
  problems?: Problem[];
  /** Whether the sender has just signed in again, with the letter typed before. */
  signedInAgain?: boolean;
}

interface GameView {
  number: string;
  title: string;
  timeZone: string;
}

/** The letters of a game, as templates/web/player/letters.eta prints them. */
export interface LettersView {
  game: GameView;
  /** The path of this page. */
  lettersPath: string;
  back: { href: string; label: string };
  /** When letters can be written, as a sentence; blank if always. */
  policy: string;
  /** Why no letter can be written; null if one can. */
  closed: string | null;
  heading: string;
  /** What is said if there are no letters on the page. */
  empty: string;
  letters: LetterView[];
  pages: { href: string; label: string; rel: 'prev' | 'next' }[];
}

/** The form for a letter, as templates/web/player/letter-new.eta prints it. */
export interface LetterFormView {
  game: GameView;
  /** The path of the page with all letters. */
  lettersPath: string;
  heading: string;
  signedInAgain: boolean;
  closed: string | null;
  problems: Problem[];
  form: LetterFormFields | null;
  /** The letter that is replied to. */
  repliedTo: { heading: string; letter: LetterView } | null;
}

interface LetterFormFields {
  repliedTo: string | null;
  /** `value` is what the field sends if it is checked: whom it means. */
  recipients: { field: string; value: string; label: string; checked: boolean }[];
  /** Which seats have no one to read a letter; blank if there are none. */
  noReaders: string;
  text: string;
  maxCharacters: string;
  /** Whether the text itself has a problem. */
  textInvalid: boolean;
}

/** The value of a checkbox for the present player of the seat, no matter who. */
const ANYONE = 'yes';

/** A recipient is a checkbox of its own, named after the seat: `to_AB`. */
function recipientField(identifier: string): string {
  return `to_${identifier}`;
}

/**
 * The ids of the seats that are checked, including seats without a reader, so that their problem is shown, and whom the form
 * meant with each. Programs send `yes`, which means the present player, no matter who.
 */
export function checkedSeats(
  { people, silent }: LettersOf,
  values: Record<string, string>,
): { to: string[]; marks: Map<string, string> } {
  const checked = [...people, ...silent].flatMap(({ identifier, seatId }) => {
    const value = values[recipientField(identifier)] ?? '';
    return value === '' ? [] : [{ seatId, value }];
  });
  const meant = checked.filter(({ value }) => value !== ANYONE);
  return {
    to: checked.map(({ seatId }) => seatId),
    marks: new Map(meant.map(({ seatId, value }) => [seatId, value])),
  };
}

/** The recipients that a new form starts with: those of a reply, or the only other player. */
export function suggestedRecipients(
  { answered, people }: LetterForm,
  toAll: boolean,
): Record<string, string> {
  const only = people.length === 1 ? people.map(({ identifier }) => identifier) : [];
  const reply = toAll ? answered?.answer.all : answered?.answer.writer;
  return Object.fromEntries((reply ?? only).map((identifier) => [recipientField(identifier), ANYONE]));
}

/** The view of a page of letters. */
export function lettersView(page: LettersPage): LettersView {
  const gamePath = `/my/games/${page.game.number}`;
  const path = `${gamePath}/letters`;
  const isLimited = page.closed === null && page.rule.startsWith('only');
  return {
    game: gameView(page),
    lettersPath: path,
    back: { href: gamePath, label: page.seat ? `Your page of ${page.game.number}` : page.game.number },
    policy: isLimited ? `Letters can be written ${page.rule}.` : '',
    closed: page.closed,
    heading: page.page > 1 ? `Earlier letters, page ${page.page}` : 'Your letters',
    empty:
      page.page > 1 ? 'There are no letters on this page.' : 'You have not sent or received any letters.',
    letters: page.letters.map((letter) => letterView(letter, page, page.closed === null)),
    pages: [
      ...(page.page > 1
        ? [{ href: `${path}?page=${page.page - 1}`, label: 'Later letters', rel: 'prev' as const }]
        : []),
      ...(page.page < page.pages
        ? [{ href: `${path}?page=${page.page + 1}`, label: 'Earlier letters', rel: 'next' as const }]
        : []),
    ],
  };
}

/** The view of the form for a letter. */
export function letterFormView(form: LetterForm, state: LetterFormState): LetterFormView {
  const { answered } = form;
  const problems = state.problems ?? [];
  return {
    game: gameView(form),
    lettersPath: `/my/games/${form.game.number}/letters`,
    heading: answered !== null && !answered.own ? 'Reply to a letter' : 'Write a letter',
    signedInAgain: state.signedInAgain ?? false,
    closed: problems.length === 0 ? form.closed : null,
    problems,
    // A text that was typed before letters were closed is still shown.
    form: form.closed === null || state.values.text ? formFields(form, state.values, problems) : null,
    repliedTo: answered && {
      heading: answered.own ? 'What you wrote' : 'The letter that you reply to',
      letter: letterView(answered, form, false),
    },
  };
}

function gameView({ game }: LettersOf): GameView {
  return { number: game.number, title: game.title, timeZone: game.timeZone };
}

function formFields(
  { answered, people, silent, marks }: LetterForm,
  values: Record<string, string>,
  problems: Problem[],
): LetterFormFields {
  const meantBy = (identifier: string) => marks[identifier] ?? ANYONE;
  // Not if it was checked for another player.
  const isChecked = (identifier: string) =>
    [ANYONE, meantBy(identifier)].includes(values[recipientField(identifier)] ?? '');
  const readers = people.map((person) => ({
    field: recipientField(person.identifier),
    value: meantBy(person.identifier),
    label: inWords(person),
    checked: isChecked(person.identifier),
  }));
  const others = silent
    .filter(({ identifier }) => (values[recipientField(identifier)] ?? '') !== '')
    .map(({ identifier, byPost }) => ({
      field: recipientField(identifier),
      value: ANYONE,
      label: `[${identifier}]: ${byPost ? 'plays by post' : 'no person plays this seat now'}`,
      checked: true,
    }));
  return {
    repliedTo: answered?.id ?? null,
    recipients: [...readers, ...others],
    noReaders: noReaders(silent),
    text: values.text ?? '',
    maxCharacters: grouped(MAX_LETTER),
    textInvalid: problems.some(({ field }) => field === 'text'),
  };
}

/** Who gets no letters, and why; blank if everyone does. */
function noReaders(silent: LettersOf['silent']): string {
  const named = (byPost: boolean) =>
    silent.filter((seat) => seat.byPost === byPost).map((seat) => `[${seat.identifier}]`);
  const [computer, posted] = [named(false), named(true)];
  const plural = posted.length > 1;
  return [
    ...(computer.length > 0 ? [`The computer plays ${computer.join(', ')} and reads no letters.`] : []),
    ...(posted.length > 0
      ? [
          `${posted.join(', ')} ${plural ? 'play' : 'plays'} by post and ${plural ? 'get' : 'gets'} no letters.`,
        ]
      : []),
  ].join(' ');
}

function letterView(letter: SeenLetter, { game, seat }: LettersOf, canReply: boolean): LetterView {
  const { id, own, from, to, turn, via, answer } = letter;
  const recipients = to.map((one) =>
    seat !== null && one.seatId === seat.id && !own ? 'you' : inWords(one),
  );
  const path = `/my/games/${game.number}/letters/new?answer=${id}`;
  const hasMore = own || answer.all.length > 1;
  return {
    id,
    own,
    isNew: letter.isNew,
    from: own ? 'You' : inWords(from),
    to: recipients.join(', '),
    sentAt: letter.sentAt,
    notes: [...(turn > 0 ? [`turn ${turn}`] : []), ...(via === 'mail' ? ['by mail'] : [])].join(' · '),
    paragraphs: letter.paragraphs,
    replies: canReply
      ? [
          ...(answer.writer.length > 0 ? [{ href: path, label: 'Reply' }] : []),
          ...(answer.all.length > 0 && hasMore
            ? [{ href: `${path}&all=yes`, label: own ? 'Write again' : 'Reply to all' }]
            : []),
        ]
      : [],
    spoken: own ? 'your letter' : `the letter from ${inWords(from)}`,
  };
}
