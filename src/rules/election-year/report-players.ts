import { STATES, stateOf } from '../country.ts';
import type { Cell, ReportSection } from '../report.ts';
import { sharedSection } from '../report-page.ts';
import { PARTY_MEMBER } from './data.ts';
import { idCell, type Page } from './report-words.ts';

/** EY-9.3: the other players; in the public's printout all of them. */
export function playersSection(page: Page): ReportSection {
  const { reader, now } = page;
  const players = now.players.filter(({ id }) => id !== reader?.id);
  const rows = players.map((player): Cell[] => [
    idCell(page, player.id),
    page.name(player.id),
    { text: PARTY_MEMBER[player.party], tone: player.party },
    stateOf(player.home).name,
    String(player.ability),
    String(player.votes),
  ]);
  const title = reader === null ? 'The candidates' : 'The other candidates';
  const columns = [
    { label: 'Id', align: 'left' as const },
    { label: 'Name', align: 'left' as const },
    { label: 'Party', align: 'left' as const },
    { label: 'Home state', align: 'left' as const },
    { label: 'Ability', align: 'right' as const },
    { label: 'Votes', align: 'right' as const },
  ];
  const note =
    now.conventions === null
      ? 'Votes: electoral votes of the states where the candidate leads the party.'
      : 'Votes: electoral votes of the states that the candidate leads overall.';
  return {
    id: 'players',
    title,
    newPage: false,
    shared: reader === null,
    blocks: [{ kind: 'table', caption: title, showCaption: false, columns, rows, note }],
  };
}

/** EY-9.3, first printout only: published addresses, and each state's order of preference. */
export function directorySections(page: Page): ReportSection[] {
  return page.now.turn > 0 ? [] : [directorySection(page), preferenceSection(page)];
}

function directorySection(page: Page): ReportSection {
  const seats = new Map(page.header.seats.map((seat) => [seat.id, seat]));
  const rows = page.now.players.map(({ id }): Cell[] => {
    const seat = seats.get(id);
    const address = seat?.opponent === true ? 'played by the computer' : (seat?.address ?? 'not published');
    return [idCell(page, id), page.name(id), address];
  });
  const columns = [
    { label: 'Id', align: 'left' as const },
    { label: 'Name', align: 'left' as const },
    { label: 'Address', align: 'left' as const },
  ];
  const title = 'Where to write to the players';
  return sharedSection('directory', title, [
    { kind: 'table', caption: title, showCaption: false, columns, rows },
  ]);
}

function preferenceSection({ now }: Page): ReportSection {
  const rows = STATES.map(({ code, name }): Cell[] => [name, code, now.preference[code].join(' ')]);
  const columns = [
    { label: 'State', align: 'left' as const },
    { label: 'Code', align: 'left' as const },
    { label: 'Order of preference', align: 'left' as const },
  ];
  const title = 'Orders of preference';
  return sharedSection('preference', title, [
    { kind: 'paragraph', text: 'Where candidates are tied, a state prefers the one named earlier.' },
    { kind: 'table', caption: 'Each state’s order of preference', showCaption: false, columns, rows },
  ]);
}
