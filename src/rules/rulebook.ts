import type { ElectoralMap, Facts, GameOnOnePage, LineChart, Paragraph, Table, VoteBar } from './report.ts';
import type { Problem } from './sheet.ts';

/**
 * The rules of a game as players read them, as data. Rulesets write rulebooks; src/printouts renders them as web page,
 * PDF and plain text. Rule numbers (`EY-6.3`) are the ones that code, messages and test cases cite.
 */

/** A rulebook: a primer of one page, then all rules in numbered sections. A game can be played from it alone. */
export interface Rulebook {
  /** The letters before every rule number, which are the ruleset's prefix: `EY`. */
  prefix: string;
  /** Who designed the game. */
  credit: string;
  primer: Primer;
  firstTurn: FirstTurn;
  sections: RulebookSection[];
  /** The rule that explains each field of the sheets, by the field's name. */
  fieldRules: Readonly<Record<string, string>>;
  /** The rule behind each code of a problem or of advice. The first entry that matches counts. */
  codeRules: readonly CodeRule[];
}

/** The rule behind a code; if `field` is given, only for remarks on that field of the sheet or on a part of it. */
export interface CodeRule {
  code: string;
  field?: string;
  rule: string;
}

/** What a new player needs before the first turn. */
export interface Primer {
  /** What the players are trying to do. */
  goal: string;
  /** What a turn is. */
  turn: string;
  /** How the game is won. */
  winning: string;
  /** Three pieces of advice. */
  advice: readonly [string, string, string];
  /** One worked turn. */
  example: WorkedExample;
}

/** Hints for someone who plays the game for the first time, beside the sheet and the printout. */
export interface FirstTurn {
  /** What to look at before filling in the first sheet. */
  look: readonly string[];
  /** What to fill in, at fields of the first sheet. */
  fields: readonly { field: string; text: string }[];
  /** What to read in the printout after the first turn. */
  after: readonly string[];
}

export interface RulebookSection {
  /** `EY-6` */
  number: string;
  title: string;
  /** What comes before the first rule. */
  blocks: RulebookBlock[];
  rules: Rule[];
}

export interface Rule {
  /** `EY-6.3` */
  number: string;
  title: string;
  blocks: RulebookBlock[];
}

export type RulebookFigure = ElectoralMap | VoteBar | LineChart;
export type RulebookBlock = Paragraph | Facts | Table | RulebookFigure | RuleList | WorkedExample;

/** A list. An item is a part of the rule with a number of its own (`EY-3.2.4`), or a plain item (null). */
export interface RuleList {
  kind: 'list';
  items: { number: string | null; text: string }[];
}

/**
 * An example, with the case that proves it: a scenario with expectations, or a new game and the setup that it gets. Every
 * figure in the words of the example is one of the case, or the result of a sum that is written out.
 */
export interface WorkedExample {
  kind: 'example';
  title: string;
  blocks: (Paragraph | Table)[];
  case: ExampleCase;
}

/** A case in the form of scenario files, without the id of the ruleset; or a new game. */
export type ExampleCase =
  | { setup: unknown; dice?: number[]; turns: ExampleTurn[]; expect?: Record<string, unknown> }
  | { newGame: NewGame; setup: unknown };

interface ExampleTurn {
  sheets: Record<string, unknown>;
  expect?: Record<string, unknown>;
}

/** What a new game is made from: its seats with their wishes, the GM's options, and the dice. */
export interface NewGame {
  seats: (string | { id: string; wish: Record<string, unknown> })[];
  options?: Record<string, unknown>;
  dice: number[];
}

/** The primer as a block of a report. */
export function primerBlock({ goal, turn, winning, advice, example }: Primer): GameOnOnePage {
  return {
    kind: 'primer',
    parts: [
      { heading: 'What you are trying to do', texts: [goal] },
      { heading: 'What a turn is', texts: [turn] },
      { heading: 'How you win', texts: [winning] },
      { heading: 'Three pieces of advice', texts: [...advice] },
    ],
    example: { title: example.title, blocks: example.blocks },
  };
}

/** Every number that a rulebook explains: of sections, of rules and of their parts. */
export function ruleNumbers({ sections }: Rulebook): Set<string> {
  return new Set(
    sections.flatMap(({ number, blocks, rules }) => [
      number,
      ...partNumbers(blocks),
      ...rules.flatMap((rule) => [rule.number, ...partNumbers(rule.blocks)]),
    ]),
  );
}

function partNumbers(blocks: readonly RulebookBlock[]): string[] {
  return blocks.flatMap((block) =>
    block.kind === 'list' ? block.items.flatMap(({ number }) => (number === null ? [] : [number])) : [],
  );
}

/** All worked examples of a rulebook, that of the primer first. */
export function workedExamples({ primer, sections }: Rulebook): WorkedExample[] {
  const blocks = sections.flatMap((section) => [
    ...section.blocks,
    ...section.rules.flatMap((rule) => rule.blocks),
  ]);
  return [primer.example, ...blocks.filter((block) => block.kind === 'example')];
}

/** The number of the rule that a field of a sheet follows, or null. */
export function ruleOfField(rulebook: Rulebook, field: string): string | null {
  return Object.hasOwn(rulebook.fieldRules, field) ? (rulebook.fieldRules[field] ?? null) : null;
}

/** The number of the rule behind a problem or a piece of advice, or null. */
export function ruleOfRemark(
  rulebook: Rulebook,
  { field, code }: Pick<Problem, 'field' | 'code'>,
): string | null {
  const name = field.split(/[.[]/, 1)[0];
  const found = rulebook.codeRules.find(
    (entry) => entry.code === code && (entry.field === undefined || entry.field === name),
  );
  return found?.rule ?? null;
}
