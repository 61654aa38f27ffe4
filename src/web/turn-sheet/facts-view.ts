import type { StateCode } from '../../rules/country.ts';
import { type Fact, type FactColumn, type FactsList, factText, type SheetFacts } from '../../rules/facts.ts';
import type { Choice, Field, SheetForm, SimpleField } from '../../rules/sheet.ts';

/** The figures of the states as a table, whose rows the script of the page also shows beside the map. */
export interface FactsView {
  notes: string[];
  columns: FactsColumnView[];
  rows: FactsRowView[];
  list: FactsList | null;
  /** Where the page without scripts posts the form to fill in a state. */
  fillAddress: string;
}

export interface FactsColumnView extends Pick<FactColumn, 'label' | 'short' | 'meaning'> {
  isNumber: boolean;
}

export interface FactsRowView {
  code: StateCode;
  name: string;
  cells: FactCellView[];
  /** What the script of the page fills in, as JSON; null if there is nothing to fill in. */
  fill: { row: string; instead: string } | null;
}

export interface FactCellView {
  text: string;
  /** What the table is sorted by; '' for no figure. */
  sort: string;
  isNumber: boolean;
}

/**
 * The view model of the figures for a sheet.
 * @param address the page of the sheet
 * @param more notes to print before those of the facts
 */
export function factsView(facts: SheetFacts, address: string, more: readonly string[] = []): FactsView {
  const { notes, columns, states, list } = facts;
  return {
    notes: [...more, ...notes],
    columns: columns.map(({ label, short, meaning, unit }) => {
      return { label, short, meaning, isNumber: unit !== 'words' };
    }),
    rows: states.map(({ state, name, facts: figures, fill }) => ({
      code: state,
      name,
      cells: columns.map((column) => cellView(figures[column.key] ?? null, column)),
      fill: fill && {
        row: JSON.stringify(fill.row),
        instead: fill.instead === null ? '' : JSON.stringify(fill.instead),
      },
    })),
    list,
    fillAddress: `${address}/check`,
  };
}

const NOTHING = factText(null, 'words');

function cellView(fact: Fact, { unit }: FactColumn): FactCellView {
  const text = factText(fact, unit);
  const value = typeof fact === 'object' ? fact?.value : fact;
  return { text, sort: text === NOTHING ? '' : String(value), isNumber: unit !== 'words' };
}

/** The form with the most important figures of each state beside its name in the lists. */
export function withBriefs(form: SheetForm, facts: SheetFacts | null): SheetForm {
  if (facts === null) return form;
  const briefs = new Map<string, string>(facts.states.map(({ state, brief }) => [state, brief]));
  const noted = (choices: Choice[]) =>
    choices.map((choice) => {
      const note = briefs.get(choice.value);
      return note === undefined ? choice : { ...choice, note };
    });
  const simple = (field: SimpleField): SimpleField =>
    field.kind === 'state' || (field.kind === 'choice' && field.hasStates)
      ? { ...field, choices: noted(field.choices) }
      : field;
  const withNotes = (field: Field): Field => {
    if (field.kind === 'texts') return field;
    if (field.kind === 'rows') return { ...field, columns: field.columns.map(simple) };
    if (field.kind !== 'ranking') return simple(field);
    return field.of === 'state' ? { ...field, choices: noted(field.choices) } : field;
  };
  const sections = form.sections.map((section) => ({ ...section, fields: section.fields.map(withNotes) }));
  return { ...form, sections };
}
