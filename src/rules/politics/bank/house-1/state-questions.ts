import type { Level, Question } from '../record.ts';
import { FACTS } from './facts/index.ts';
import type { StateFacts } from './facts/record.ts';
import type { Draft, Template } from './state-templates/draft.ts';
import { bird, motto, nickname, otherPlant, plant } from './state-templates/emblems.ts';
import {
  border,
  capital,
  city,
  highest,
  largest,
  neighborCount,
  secondCity,
} from './state-templates/places.ts';
import { joinedAfter, joinedNext, order, year } from './state-templates/union.ts';

/** PTG-2.9: questions of each level about each state. */
const PER_LEVEL = 4;

/** The templates of each level in order of preference. The last ones stand in where a fact is left out. */
const TEMPLATES: Readonly<Record<Level, readonly Template[]>> = {
  1: [capital, nickname, border, city, secondCity],
  2: [largest, highest, bird, neighborCount, otherPlant, joinedNext],
  3: [year, order, motto, plant, joinedAfter],
};

/** PTG-2.9: the state questions of the house bank, 12 for each state, made from the table of facts. */
export function stateQuestions(): Question[] {
  return FACTS.flatMap((facts, index) => {
    const drafts = ([1, 2, 3] as const).flatMap((level) => draftsOf(facts, index, level));
    return drafts.map(({ level, ...draft }, i): Question => {
      const id = `house-s-${facts.code.toLowerCase()}-${String(i + 1).padStart(2, '0')}`;
      return { id, kind: 'state', state: facts.code, level, answer: 0, ...draft };
    });
  });
}

function draftsOf(facts: StateFacts, index: number, level: Level): (Draft & { level: Level })[] {
  return TEMPLATES[level]
    .flatMap((template) => template(facts, index) ?? [])
    .slice(0, PER_LEVEL)
    .map((draft) => ({ ...draft, level }));
}
