import type { StateCode } from '../../country.ts';
import { grouped } from '../../numbers.ts';
import { PARTIES, type Party } from '../../parties.ts';
import type { Block, Cell, Column, ReportSection } from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { leadingParty, popularityIn } from '../state.ts';
import { STATES_BY_NAME } from './compare.ts';
import type { ReportContext } from './context.ts';

/** Marks popularity that has grown since the last turn, and leaders who did not lead then. */
const RISEN = '↑';

/** EY-9.7: on a new page, every state with each player's popularity and who leads it. Changes since the last turn are marked. */
export function statesSection(context: ReportContext): ReportSection {
  const { now, before } = context;
  const columns: Column[] = [
    { label: 'State', align: 'left' },
    { label: 'Code', align: 'left' },
    { label: 'EV', align: 'right' },
    { label: 'Don.', align: 'right' },
    ...now.players.map(({ id, party }): Column => {
      return { label: id, align: 'right', tone: party, fold: 'Popularity' };
    }),
    { label: 'Dem.', align: 'left', tone: 'D' },
    { label: 'Rep.', align: 'left', tone: 'R' },
  ];
  const rows = STATES_BY_NAME.map(({ code, name, electoralVotes, donation }): Cell[] => [
    name,
    code,
    String(electoralVotes),
    String(donation),
    ...now.players.map(({ id }) => popularityCell(context, code, id)),
    ...PARTIES.map((party) => leaderCell(context, code, party)),
  ]);
  const changes =
    before === null
      ? ''
      : ` ${RISEN} before popularity: it grew on turn ${now.turn}. ${RISEN} after a leader: a new one since then.`;
  const block: Block = {
    kind: 'table',
    caption: 'Popularity and leads in the states',
    showCaption: false,
    columns,
    rows,
    note:
      'EV: electoral votes. Don.: donation number, in dollars. Dem. and Rep.: the party’s leader, with * if the party leads the ' +
      `state. A popularity of 0 is left out.${changes}`,
  };
  return { ...sharedSection('states', 'The states', [block]), newPage: true };
}

/** Blank for 0; bold and marked if it has grown since the last turn. */
function popularityCell({ now, before }: ReportContext, code: StateCode, id: SeatIdentifier): Cell {
  const popularity = popularityIn(now.popularity, code, id);
  if (popularity === 0) return '';
  const hasGrown = before !== null && popularity > popularityIn(before.popularity, code, id);
  return hasGrown ? { text: `${RISEN}${grouped(popularity)}`, strong: true } : grouped(popularity);
}

function leaderCell({ now, before }: ReportContext, code: StateCode, party: Party): Cell {
  const leads = now.leaders[code];
  const isAhead = leadingParty(leads) === party;
  const isNew = before !== null && before.leaders[code][party] !== leads[party];
  return {
    text: `${isAhead ? '*' : ''}${leads[party]}${isNew ? RISEN : ''}`,
    tone: party,
    strong: isAhead,
  };
}
