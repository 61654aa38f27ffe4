import { type StateCode, stateOf } from './country.ts';
import type { News } from './report.ts';

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
  for (const [turn, stories] of turns.entries()) news = frontPage(game, turn, stories, used);
  return news;
}

/** The front page of one turn. Adds to `used` what it takes. */
function frontPage(game: string, turn: number, stories: readonly Story[], used: Used): News | null {
  const worth = ({ kind, score }: Story) => Math.floor(score / (1 + (used.kinds.get(kind) ?? 0)));
  const ranked = [...stories].sort((a, b) => worth(b) - worth(a) || b.score - a.score);
  const start = (kind: string) => hashOf(`${game} ${kind}`) + turn;
  for (const lead of ranked) {
    const headline = unusedHeadline(lead, start(lead.kind), used);
    if (headline === null) continue;
    used.kinds.set(lead.kind, (used.kinds.get(lead.kind) ?? 0) + 1);
    return { headline, sentences: sentencesOf(lead, ranked, start) };
  }
  return null;
}

/** The first headline that the game has not had, counted from `start`; null if none is left. */
function unusedHeadline({ kind, wording, words }: Story, start: number, used: Used): string | null {
  const { headlines } = wording;
  for (let i = 0; i < headlines.length; i += 1) {
    const index = (start + i) % headlines.length;
    const template = `${kind} ${index}`;
    const headline = fillIn(headlines[index] as string, words);
    if (used.headlines.has(template) || used.headlines.has(headline)) continue;
    used.headlines.add(template).add(headline);
    return headline;
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
