import { type CountryState, STATES, stateOf } from '../../country.ts';
import { grouped, signed } from '../../numbers.ts';
import { PARTY_MEMBER } from '../../parties.ts';
import type { Cell, Column, ReportSection } from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import { CONVENTION_TURN } from '../data.ts';
import { votesGained } from './compare.ts';
import { dashIfZero, identifierCell, type ReportContext } from './context.ts';

/** The orders of preference stand in this many columns, so that they take a third of a page. */
const PREFERENCE_COLUMNS = { few: 3, many: 2 } as const;
/** From this many players on, an order of preference is too long for three columns. */
const MANY_PLAYERS = 7;

/** EY-9.3: the other players; on the public's printout all of them. */
export function playersSection(context: ReportContext): ReportSection {
  const { reader, now } = context;
  // The conventions change what counts, so there is nothing to compare with.
  const before = now.turn === CONVENTION_TURN ? null : context.before;
  const players = now.players.filter(({ id }) => id !== reader?.id);
  const rows = players.map((player): Cell[] => [
    identifierCell(context, player.id),
    context.name(player.id),
    { text: PARTY_MEMBER[player.party], tone: player.party },
    stateOf(player.home).name,
    grouped(player.ability),
    String(player.votes),
    ...(before === null ? [] : [dashIfZero(votesGained(before, now, player.id), signed)]),
  ]);
  const title = reader === null ? 'The candidates' : 'The other candidates';
  const columns: Column[] = [
    { label: 'ID', align: 'left' },
    { label: 'Name', align: 'left' },
    { label: 'Party', align: 'left' },
    { label: 'Home state', align: 'left' },
    { label: 'Ability', align: 'right' },
    { label: 'Votes', align: 'right' },
    ...(before === null ? [] : [{ label: 'Change', align: 'right' as const }]),
  ];
  const note =
    now.conventions === null
      ? 'Votes: electoral votes of the states where the candidate leads the party.'
      : 'Votes: electoral votes of the states that the candidate leads overall; until the conventions, of those where the candidate led the party.';
  return {
    id: 'players',
    title,
    newPage: false,
    shared: reader === null,
    blocks: [{ kind: 'table', caption: title, showCaption: false, columns, rows, note }],
  };
}

/** EY-9.3, on the first printout only: published addresses, and each state's order of preference. */
export function directorySections(context: ReportContext): ReportSection[] {
  return context.now.turn > 0 ? [] : [directorySection(context), preferenceSection(context)];
}

function directorySection(context: ReportContext): ReportSection {
  const seats = new Map(context.header.seats.map((seat) => [seat.identifier, seat]));
  const rows = context.now.players.map(({ id }): Cell[] => {
    const seat = seats.get(id);
    const address = seat?.opponent === true ? 'computer candidate' : (seat?.address ?? 'not published');
    return [identifierCell(context, id), context.name(id), address];
  });
  const columns: Column[] = [
    { label: 'ID', align: 'left' },
    { label: 'Name', align: 'left' },
    { label: 'Address', align: 'left' },
  ];
  const title = 'How to reach the players';
  return sharedSection('directory', title, [
    { kind: 'table', caption: title, showCaption: false, columns, rows },
  ]);
}

/** Several states share a row. They are sorted by code down the columns. */
function preferenceSection({ now }: ReportContext): ReportSection {
  const count = now.players.length < MANY_PLAYERS ? PREFERENCE_COLUMNS.few : PREFERENCE_COLUMNS.many;
  const length = Math.ceil(STATES.length / count);
  const cells = (state: CountryState | undefined): Cell[] =>
    state === undefined
      ? ['', '']
      : [{ text: state.code, strong: true }, now.preference[state.code].join(' ')];
  const rows = Array.from({ length }, (_, row) =>
    Array.from({ length: count }, (_, column) => cells(STATES[column * length + row])).flat(),
  );
  const columns = Array.from({ length: count }, (): Column[] => [
    { label: 'State', align: 'left' },
    { label: 'Prefers', align: 'left' },
  ]).flat();
  const caption = 'Each state’s order of preference';
  return sharedSection('preference', 'Orders of preference', [
    { kind: 'paragraph', text: 'When candidates are tied, a state prefers the one who is listed first.' },
    { kind: 'table', caption, showCaption: false, columns, rows },
  ]);
}
