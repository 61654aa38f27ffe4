import type { Report, ReportSection } from './report.ts';
import type { History, ReportHeader, SeatIdentifier } from './ruleset.ts';
import type { SheetForm } from './sheet.ts';

/** What every section of a printout is made from, whatever the game. */
export interface PageOf<State, Player> {
  header: ReportHeader;
  states: readonly State[];
  /** How things stand now. */
  now: State;
  /** How they stood a turn ago; null on the first printout. */
  before: State | null;
  /** The turn whose sheet comes next; null when the game is over. */
  turn: number | null;
  /** Whose printout it is; null for the public's. */
  reader: Player | null;
  name(id: SeatIdentifier): string;
  account(id: SeatIdentifier): number | null;
}

/**
 * Gathers what the sections need. A seat that the game does not have reads as the public.
 * @param find the player of a seat as the game's state knows them
 */
export function openPage<
  State extends { phase: string; turn: number },
  Player extends { id: SeatIdentifier; name?: string },
>(
  { header, states }: History<State>,
  seat: SeatIdentifier | null,
  find: (state: State, seat: SeatIdentifier) => Player | undefined,
): PageOf<State, Player> {
  const now = states.at(-1) as State;
  const seats = new Map(header.seats.map((entry) => [entry.id, entry]));
  return {
    header,
    states,
    now,
    before: states.at(-2) ?? null,
    turn: now.phase === 'over' ? null : now.turn + 1,
    reader: (seat === null ? undefined : find(now, seat)) ?? null,
    name: (id) => seats.get(id)?.name ?? find(now, id)?.name ?? id,
    account: (id) => seats.get(id)?.account ?? null,
  };
}

/**
 * The report of a page: what its head says follows from the page alone.
 * @param words.sections in the order of the rules; those that have nothing to say on this printout are null
 */
export function reportOf<Player extends { id: SeatIdentifier }>(
  { header, turn, reader, name, account }: PageOf<unknown, Player>,
  words: { title: string; subtitle: string; summary: string[]; sections: (ReportSection | null)[] },
): Report {
  return {
    title: words.title,
    subtitle: words.subtitle,
    game: header.number,
    turn,
    reader: reader && { id: reader.id, name: name(reader.id), account: account(reader.id) },
    due: turn === null ? null : header.due,
    summary: words.summary,
    sections: words.sections.filter((section) => section !== null),
  };
}

/** A section that is the same for every reader of the turn. */
export function sharedSection(
  id: string,
  title: string | null,
  blocks: ReportSection['blocks'],
): ReportSection {
  return { id, title, newPage: false, shared: true, blocks };
}

/** The coming turn's sheet on a page of its own, its head filled in but for the security code. */
export function sheetSectionFor(
  page: PageOf<unknown, { id: SeatIdentifier }>,
  title: string,
  form: SheetForm,
): ReportSection | null {
  const { reader, turn } = page;
  if (reader === null || turn === null) return null;
  const account = page.account(reader.id);
  const header = [
    { label: 'Game', value: page.header.number },
    { label: 'Turn', value: String(turn) },
    { label: 'Identifier', value: reader.id },
    { label: 'Account', value: account === null ? '' : `#${account}` },
    { label: 'Security code', value: '' },
    { label: 'Name', value: page.name(reader.id) },
  ];
  return { id: 'sheet', title, newPage: true, shared: false, blocks: [{ kind: 'sheet', header, form }] };
}

/** `Ann Baker [AB]`. */
export function called(page: Pick<PageOf<unknown, unknown>, 'name'>, id: SeatIdentifier): string {
  return `${page.name(id)} [${id}]`;
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(texts: readonly string[]): string {
  if (texts.length < 2) return texts.join('');
  return `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
}
