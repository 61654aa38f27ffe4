import { type StateCode, stateOf } from './country.ts';
import type { News } from './report.ts';
import type { History } from './ruleset.ts';

/**
 * Front page news. A ruleset finds the stories of each turn and words them; this file chooses among them. The choice
 * depends only on the stories and on the number of the game, so the news of a turn is always the same, for everyone.
 */

/** How a kind of story is worded. `{state}` in a template is a blank, which each story fills in. */
export interface Wording {
  /** At least as many as the turns in which this kind can lead the news: no template is used twice in a game. */
  headlines: readonly string[];
  /** One list for each sentence that tells the story, with several ways to word it. The first sentence can stand alone. */
  sentences: readonly (readonly string[])[];
}

/** Something that happened in a turn. */
export interface Story {
  /** Stable within the ruleset: `upset`. */
  kind: string;
  /** How newsworthy it is: a whole number. A story with 0 is told only if there is too little else to tell. */
  score: number;
  wording: Wording;
  words: Readonly<Record<string, string>>;
  /** What it is about, such as a state. A front page does not tell two stories about the same thing. */
  about: string;
}

/** The names of the blanks in a template: `'winner' | 'state'` for `{winner} takes {state}`. */
export type BlanksOf<T extends string> = T extends `${string}{${infer Blank}}${infer Rest}`
  ? Blank | BlanksOf<Rest>
  : never;

type TemplatesOf<W extends Wording> = W['headlines'][number] | W['sentences'][number][number];

/**
 * Makes a story. The compiler checks that every blank of the wording gets a word, if the wording is declared `as const`.
 * @param about the kind, if it is not given
 */
export function story<const W extends Wording>(
  kind: string,
  score: number,
  wording: W,
  words: Readonly<Record<BlanksOf<TemplatesOf<W>>, string>>,
  about: string = kind,
): Story {
  return { kind, score, wording, words, about };
}

/** How many sentences stand under a headline. */
const SENTENCES = { min: 2, max: 3 } as const;

/** What earlier front pages of the game have used. */
interface Used {
  /** Headlines, and their templates: a template is not used again even if it would give another headline. */
  headlines: Set<string>;
  /** How often each kind has led the news. */
  kinds: Map<string, number>;
}

/** What led the news of a turn. */
interface Lead {
  kind: string;
  /** The template of the headline. */
  template: string;
  headline: string;
}

/** The news of a turn, and what led them; both null if no story has a headline that is left. */
interface FrontPage {
  news: News | null;
  lead: Lead | null;
}

/**
 * The news of the last of several turns: the best story gives the headline, and others of that turn follow. A kind that led
 * the news before counts for less. No headline occurs twice in a game, as long as a kind that can lead every turn has as many
 * headlines as the game has turns.
 * @param game the number of the game, so that games differ in their words
 * @param turns the stories of each turn so far, the first turn first
 * @returns null if there is no turn yet, or if the last one has no story with a headline that is left
 */
export function chooseNews(game: string, turns: readonly (readonly Story[])[]): News | null {
  const used: Used = { headlines: new Set(), kinds: new Map() };
  let news: News | null = null;
  for (const [turn, stories] of turns.entries()) {
    const page = frontPage(game, turn, stories, used);
    use(used, page.lead);
    news = page.news;
  }
  return news;
}

/** What led the news of a turn, with everything that this depends on. */
interface Told {
  game: string;
  /** The names of the players. */
  names: string;
  /** The state before the turn. */
  before: object;
  /** The same for the turn before; null for the first turn. */
  previous: Told | null;
  lead: Lead | null;
}

/** What led the news of the turn that ended in a state. A state never changes. */
const toldOf = new WeakMap<object, Told>();

/**
 * The same for the turns between the states of a game. The news of a turn depend on what led those of all earlier ones; that
 * is remembered as long as the states are kept.
 * @param storiesOf what is worth telling of the turn between two states; it must depend only on them and on the names
 */
export function newsBetween<State extends object>(
  { header, states }: History<State>,
  storiesOf: (before: State, after: State) => readonly Story[],
): News | null {
  const game = header.number;
  const names = JSON.stringify(header.seats.map(({ identifier, name }) => [identifier, name]));
  const used: Used = { headlines: new Set(), kinds: new Map() };
  let previous: Told | null = null;
  let news: News | null = null;
  for (const [turn, after] of states.slice(1).entries()) {
    const before = states[turn] as State;
    const known = toldOf.get(after);
    const isSame = known?.game === game && known.names === names && known.before === before;
    const isKnown = isSame && known.previous === previous;
    const isLast = turn === states.length - 2;
    if (!isKnown || isLast) {
      const page = frontPage(game, turn, storiesOf(before, after), used);
      news = page.news;
      if (!isKnown) toldOf.set(after, { game, names, before, previous, lead: page.lead });
    }
    previous = toldOf.get(after) as Told;
    use(used, previous.lead);
  }
  return news;
}

/** The front page of one turn. */
function frontPage(game: string, turn: number, stories: readonly Story[], used: Used): FrontPage {
  const worth = ({ kind, score }: Story) => Math.floor(score / (1 + (used.kinds.get(kind) ?? 0)));
  const ranked = [...stories].sort((a, b) => worth(b) - worth(a) || b.score - a.score);
  const start = (kind: string) => hashOf(`${game} ${kind}`) + turn;
  for (const story of ranked) {
    const lead = unusedHeadline(story, start(story.kind), used);
    if (lead === null) continue;
    return { lead, news: { headline: lead.headline, sentences: sentencesOf(story, ranked, start) } };
  }
  return { lead: null, news: null };
}

function use({ headlines, kinds }: Used, lead: Lead | null): void {
  if (lead === null) return;
  headlines.add(lead.template).add(lead.headline);
  kinds.set(lead.kind, (kinds.get(lead.kind) ?? 0) + 1);
}

/** The first headline that the game has not had, counted from `start`; null if none is left. */
function unusedHeadline({ kind, wording, words }: Story, start: number, used: Used): Lead | null {
  const { headlines } = wording;
  for (let i = 0; i < headlines.length; i += 1) {
    const index = (start + i) % headlines.length;
    const template = `${kind} ${index}`;
    const headline = fillIn(headlines[index] as string, words);
    if (used.headlines.has(template) || used.headlines.has(headline)) continue;
    return { kind, template, headline };
  }
  return null;
}

/** All sentences of the leading story, then one for each other kind of story about something else, the best first. */
function sentencesOf(lead: Story, ranked: readonly Story[], start: (kind: string) => number): string[] {
  const told = (of: Story, count: number) =>
    of.wording.sentences.slice(0, count).map((ways) => {
      return fillIn(ways[start(of.kind) % ways.length] as string, of.words);
    });
  const sentences = told(lead, SENTENCES.max);
  const past = new Set([lead.kind, lead.about]);
  for (const other of ranked) {
    if (sentences.length >= (other.score === 0 ? SENTENCES.min : SENTENCES.max)) break;
    if (past.has(other.kind) || past.has(other.about)) continue;
    past.add(other.kind).add(other.about);
    sentences.push(...told(other, 1));
  }
  return sentences;
}

/** Fills in the blanks of a template, and begins with a capital letter. */
function fillIn(template: string, words: Readonly<Record<string, string>>): string {
  const text = template.replace(/\{(\w+)\}/g, (_, blank: string) => words[blank] ?? '');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A number of 0 or more from a text, always the same (FNV-1a). */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 1;
}

/** A state in running text: `Ohio`, `the District of Columbia`. */
export function stateInText(code: StateCode): string {
  return code === 'DC' ? 'the District of Columbia' : stateOf(code).name;
}

/** Names with more characters than this would make headlines too long. */
const LONGEST_NAME = 24;

/** A player in a headline: the name, or the identifier if the name is long. */
export function nameInHeadline(name: string, identifier: string): string {
  return [...name].length > LONGEST_NAME ? identifier : name;
}
