import { STATES, stateOf } from '../../country.ts';
import { PARTY_MEMBER } from '../../parties.ts';
import type { Cell, Column, ReportSection } from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import { identifierCell, type ReportContext } from './context.ts';

/** EY-9.3: the other players; on the public's printout all of them. */
export function playersSection(context: ReportContext): ReportSection {
  const { reader, now } = context;
  const players = now.players.filter(({ id }) => id !== reader?.id);
  const rows = players.map((player): Cell[] => [
    identifierCell(context, player.id),
    context.name(player.id),
    { text: PARTY_MEMBER[player.party], tone: player.party },
    stateOf(player.home).name,
    String(player.ability),
    String(player.votes),
  ]);
  const title = reader === null ? 'The candidates' : 'The other candidates';
  const columns: Column[] = [
    { label: 'ID', align: 'left' },
    { label: 'Name', align: 'left' },
    { label: 'Party', align: 'left' },
    { label: 'Home state', align: 'left' },
    { label: 'Ability', align: 'right' },
    { label: 'Votes', align: 'right' },
  ];
  const note =
    now.conventions === null
      ? 'Votes: electoral votes of the states where the candidate leads the party.'
      : 'Votes: electoral votes of the states where the candidate leads overall.';
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
    const address = seat?.opponent === true ? 'played by the computer' : (seat?.address ?? 'not published');
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

function preferenceSection({ now }: ReportContext): ReportSection {
  const rows = STATES.map(({ code, name }): Cell[] => [name, code, now.preference[code].join(' ')]);
  const columns: Column[] = [
    { label: 'State', align: 'left' },
    { label: 'Code', align: 'left' },
    { label: 'Order of preference', align: 'left' },
  ];
  const caption = 'Each state’s order of preference';
  return sharedSection('preference', 'Orders of preference', [
    { kind: 'paragraph', text: 'When candidates are tied, a state prefers the one who is listed first.' },
    { kind: 'table', caption, showCaption: false, columns, rows },
  ]);
}
