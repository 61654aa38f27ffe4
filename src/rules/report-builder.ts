import type { Block, News, Report, ReportSection } from './report.ts';
import type { History, ReportHeader, SeatIdentifier } from './ruleset.ts';
import type { SheetForm } from './sheet.ts';

/** What every section of a printout is made from, in all rulesets. */
export interface BaseReportContext<State, Player> {
  /** What the printouts of one turn have in common. */
  history: History<State>;
  header: ReportHeader;
  states: readonly State[];
  /** The present state. */
  now: State;
  /** The state one turn ago; null on the first printout. */
  before: State | null;
  /** The open turn; null when the game is over. */
  turn: number | null;
  /** The player whose printout it is; null if it is for the public. */
  reader: Player | null;
  name(identifier: SeatIdentifier): string;
  account(identifier: SeatIdentifier): number | null;
}

/**
 * Collects what the sections need. An identifier that is not in the game makes the public's printout.
 * @param find the player with an identifier in a state
 */
export function baseReportContext<
  State extends { phase: string; turn: number },
  Player extends { id: SeatIdentifier; name?: string },
>(
  history: History<State>,
  seat: SeatIdentifier | null,
  find: (state: State, seat: SeatIdentifier) => Player | undefined,
): BaseReportContext<State, Player> {
  const { header, states } = history;
  const now = states.at(-1) as State;
  const seats = new Map(header.seats.map((entry) => [entry.identifier, entry]));
  return {
    history,
    header,
    states,
    now,
    before: states.at(-2) ?? null,
    turn: now.phase === 'over' ? null : now.turn + 1,
    reader: (seat === null ? undefined : find(now, seat)) ?? null,
    name: (identifier) => seats.get(identifier)?.name ?? find(now, identifier)?.name ?? identifier,
    account: (identifier) => seats.get(identifier)?.account ?? null,
  };
}

/** What was made for all readers of a history, by the function that made it. */
const madeForAll = new WeakMap<object, Map<unknown, unknown>>();

/**
 * What is the same on the printouts of all readers: it is made for the first of them, and all later ones get the same object.
 * This is possible because a history never changes.
 * @param make a constant function; it sees no reader
 */
export function forAllReaders<Context extends BaseReportContext<unknown, unknown>, Made>(
  context: Context,
  make: (context: Context) => Made,
): Made {
  const made = madeForAll.get(context.history) ?? new Map<unknown, unknown>();
  madeForAll.set(context.history, made);
  if (!made.has(make)) made.set(make, make({ ...context, reader: null }));
  return made.get(make) as Made;
}

/**
 * Builds the report. Everything but the content follows from the context.
 * @param content.sections in the order of the rules; null for a section that this printout does not have
 */
export function buildReport<Player extends { id: SeatIdentifier }>(
  { header, turn, reader, name, account }: BaseReportContext<unknown, Player>,
  content: {
    title: string;
    subtitle: string;
    /** Null if nothing has happened yet. */
    news: News | null;
    summary: string[];
    sections: (ReportSection | null)[];
  },
): Report {
  return {
    title: content.title,
    subtitle: content.subtitle,
    game: header.number,
    turn,
    reader: reader && { identifier: reader.id, name: name(reader.id), account: account(reader.id) },
    due: turn === null ? null : header.due,
    ...(content.news === null ? {} : { news: content.news }),
    summary: content.summary,
    sections: content.sections.filter((section) => section !== null),
  };
}

/** A section that is the same for every reader of the turn. */
export function sharedSection(id: string, title: string | null, blocks: Block[]): ReportSection {
  return { id, title, newPage: false, shared: true, blocks };
}

/** The sheet of the open turn on a page of its own, its header filled in. The server adds the sheet token. */
export function turnSheetSection(
  context: BaseReportContext<unknown, { id: SeatIdentifier }>,
  title: string,
  form: SheetForm,
): ReportSection | null {
  const { reader, turn } = context;
  if (reader === null || turn === null) return null;
  const account = context.account(reader.id);
  const header = [
    { label: 'Game', value: context.header.number },
    { label: 'Turn', value: String(turn) },
    { label: 'Identifier', value: reader.id },
    { label: 'Account', value: account === null ? '' : `#${account}` },
    { label: 'Name', value: context.name(reader.id) },
  ];
  return { id: 'sheet', title, newPage: true, shared: false, blocks: [{ kind: 'sheet', header, form }] };
}

/** The commitment to the dice secret on the first printout, the secret itself on the last one; nothing in between. */
export function diceSecretBlocks({ header, before, turn }: BaseReportContext<unknown, unknown>): Block[] {
  const { commitment, secret } = header.dice;
  const hash = commitment === null ? [] : [{ label: 'SHA-256 of the dice secret', value: commitment }];
  if (turn === null && secret !== null) {
    const text =
      'The game is over, so here is the dice secret. With it, anyone can recompute every roll of this game.';
    return [
      { kind: 'paragraph', text },
      { kind: 'facts', items: [{ label: 'Dice secret', value: secret }, ...hash] },
    ];
  }
  if (before !== null || hash.length === 0) return [];
  const text =
    'Every die in this game is computed from a secret. Below is the SHA-256 hash of that secret. The secret itself is ' +
    'published when the game is over, so that anyone can recompute every roll.';
  return [
    { kind: 'paragraph', text },
    { kind: 'facts', items: hash },
  ];
}

/** `Ann Baker [AB]`. */
export function nameAndIdentifier(
  context: Pick<BaseReportContext<unknown, unknown>, 'name'>,
  identifier: SeatIdentifier,
): string {
  return `${context.name(identifier)} [${identifier}]`;
}
