import { STATES, type StateCode } from '../../country.ts';
import { grouped } from '../../numbers.ts';
import { PARTIES, type Party } from '../../parties.ts';
import type { Block, Cell, Column, ReportSection } from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import type { ReportContext } from './context.ts';
import { leadingParty, popularityIn, type State } from '../state.ts';

/** EY-9.7: on a new page, every state with each player's popularity and who leads it. */
export function statesSection({ now }: ReportContext): ReportSection {
  const columns: Column[] = [
    { label: 'State', align: 'left' },
    { label: 'Code', align: 'left' },
    { label: 'EV', align: 'right' },
    { label: 'Don.', align: 'right' },
    ...now.players.map(({ id, party }) => ({ label: id, align: 'right' as const, tone: party })),
    { label: 'Dem.', align: 'left', tone: 'D' },
    { label: 'Rep.', align: 'left', tone: 'R' },
  ];
  const rows = STATES.map(({ code, name, electoralVotes, donation }): Cell[] => [
    name,
    code,
    String(electoralVotes),
    String(donation),
    ...now.players.map(({ id }) => grouped(popularityIn(now.popularity, code, id))),
    ...PARTIES.map((party) => leaderCell(now, code, party)),
  ]);
  const block: Block = {
    kind: 'table',
    caption: 'Popularity and leads in the states',
    showCaption: false,
    columns,
    rows,
    note: 'EV: electoral votes. Don.: donation number, in dollars. Dem. and Rep.: the party’s leader, with * if the party leads the state.',
  };
  return { ...sharedSection('states', 'The states', [block]), newPage: true };
}

function leaderCell({ leaders }: State, code: StateCode, party: Party): Cell {
  const leads = leaders[code];
  const isAhead = leadingParty(leads) === party;
  return { text: `${isAhead ? '*' : ''}${leads[party]}`, tone: party, strong: isAhead };
}
