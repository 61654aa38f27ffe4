import type { Ruleset, SeatIdentifier } from '../../rules/ruleset.ts';
import { fieldsOf, type SheetForm } from '../../rules/sheet.ts';
import { rulesetOf } from '../game/game-ruleset.ts';
import type { WholeGame } from '../game/game-store.ts';

/*
 * The form of standing orders. If a round has several sheets, standing orders are written for all of them at once: each
 * sheet plays its own part, and leaves the other parts alone. Fields that are about the open turn alone are on none of them.
 */

/** One sheet of the round that standing orders are for. */
export interface StandingPart {
  /** The state in which that sheet is owed. */
  state: unknown;
  form: SheetForm;
}

/**
 * The sheets that the standing orders of a seat are for: that of the open turn, and those of the turns after it that ask
 * for other parts of a round. Empty if the seat owes no sheet for the open turn.
 */
export function standingParts(
  game: Pick<WholeGame, 'ruleset' | 'rulesetVersion' | 'state' | 'turn'>,
  seat: SeatIdentifier,
): StandingPart[] {
  const ruleset = rulesetOf(game);
  const form = ruleset.sheet(game.state, seat);
  if (form === null) return [];
  const parts: StandingPart[] = [{ state: game.state, form: ofAnyTurn(ruleset, form) }];
  const wanted = new Set(fieldsElsewhere(ruleset, game.state));
  for (let turn = game.turn + 1; wanted.size > 0; turn++) {
    const state = ruleset.foresee(game.state, turn);
    const next = state === null ? null : ruleset.sheet(state, seat);
    if (next === null || !fieldsOf(next).some(({ name }) => wanted.has(name))) break;
    parts.push({ state, form: ofAnyTurn(ruleset, next) });
    const elsewhere = new Set(fieldsElsewhere(ruleset, state));
    for (const name of wanted) if (!elsewhere.has(name)) wanted.delete(name);
  }
  return parts;
}

/** A form without the fields that are about its turn alone. */
function ofAnyTurn({ openTurnFields = [] }: Ruleset, form: SheetForm): SheetForm {
  if (openTurnFields.length === 0) return form;
  const sections = form.sections.map((section) => ({
    ...section,
    fields: section.fields.filter(({ name }) => !openTurnFields.includes(name)),
  }));
  return { ...form, sections: sections.filter(({ fields }) => fields.length > 0) };
}

/** One form with the sections of all these sheets; null if there is none. Turn, phase and facts are those of the first. */
export function standingForm(parts: readonly StandingPart[]): SheetForm | null {
  const [first] = parts;
  if (first === undefined) return null;
  return { ...first.form, sections: parts.flatMap(({ form }) => form.sections) };
}

/**
 * What the sheet of the open turn plays of standing orders: everything but the fields of the round's other sheets, and those that were
 * about another turn alone.
 */
export function openPartOf(ruleset: Ruleset, state: unknown, raw: unknown): unknown {
  const elsewhere = new Set([...fieldsElsewhere(ruleset, state), ...(ruleset.openTurnFields ?? [])]);
  return elsewhere.size === 0 ? raw : onlyKeys(raw, (key) => !elsewhere.has(key));
}

/** What a later sheet of the round plays of standing orders. `open` is the state of the open turn. */
export function laterPartOf(ruleset: Ruleset, open: unknown, later: unknown, raw: unknown): unknown {
  const notOpen = new Set(fieldsElsewhere(ruleset, open));
  return onlyKeys(openPartOf(ruleset, later, raw), (key) => notOpen.has(key));
}

function fieldsElsewhere(ruleset: Ruleset, state: unknown): readonly string[] {
  return ruleset.fieldsElsewhere?.(state) ?? [];
}

function onlyKeys(raw: unknown, isKept: (key: string) => boolean): unknown {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return raw;
  return Object.fromEntries(Object.entries(raw).filter(([key]) => isKept(key)));
}
