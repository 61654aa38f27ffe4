import { STATES, type StateCode } from '../../country.ts';
import { dollars, grouped } from '../../numbers.ts';
import { PARTY_ADJECTIVE } from '../../parties.ts';
import type { Block, ElectoralMap, MapComparison, Table } from '../../report.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import type { Orders } from '../orders.ts';
import { electoralMapOf } from '../report/map.ts';
import type { State } from '../state.ts';
import { type GuessedStates, type LeadChange, leadChanges, ledBy, ownPlayers } from './leads.ts';
import { partyTable, rivalsTable } from './party-blocks.ts';

/**
 * What changes for the seat, the leads that it gains and loses, the states that its party gains and loses, the map before
 * and after, and what the others are assumed to do.
 * @param rivals the orders of the other candidates in this guess
 */
export function guessBlocks(turns: GuessedStates, rivals: ReadonlyMap<SeatIdentifier, Orders>): Block[] {
  const tables = [
    figuresTable(turns),
    leadsTable(turns),
    partyTable(turns),
    maps(turns),
    rivalsTable(rivals),
  ];
  return tables.filter((block) => block !== null);
}

function figuresTable(turns: GuessedStates): Table {
  const { seat, before, after } = turns;
  const { was, is } = ownPlayers(turns);
  const { party } = was;
  const inParty = [ledBy(before.leaders, party, seat), ledBy(after.leaders, party, seat)] as const;
  const overall = [ledBy(before.leaders, 'overall', seat), ledBy(after.leaders, 'overall', seat)] as const;
  const row = (label: string, [now, then]: readonly [number, number], write = grouped) => [
    label,
    write(now),
    { text: write(then), strong: now !== then },
  ];
  return {
    kind: 'table',
    caption: 'What changes for you',
    showCaption: true,
    columns: [
      { label: '', align: 'left' },
      { label: 'Now', align: 'right' },
      { label: 'After the turn', align: 'right' },
    ],
    rows: [
      row('Campaign funds', [was.cash, is.cash], dollars),
      row('States you lead in your party', [inParty[0].states, inParty[1].states]),
      row('Electoral votes you lead in your party', [inParty[0].votes, inParty[1].votes]),
      row('States you lead overall', [overall[0].states, overall[1].states]),
      row('Electoral votes you lead overall', [overall[0].votes, overall[1].votes]),
      row(`${PARTY_ADJECTIVE[party]} electoral votes`, [before.partyVotes[party], after.partyVotes[party]]),
    ],
  };
}

/** The states in which the seat gains or loses a lead; null if there are none. */
function leadsTable(turns: GuessedStates): Table | null {
  const { party } = ownPlayers(turns).was;
  const byCode = (changes: LeadChange[]) => new Map(changes.map((change) => [change.code, change]));
  const [inParty, overall] = [byCode(leadChanges(turns, party)), byCode(leadChanges(turns, 'overall'))];
  const changed = STATES.filter(({ code }) => inParty.has(code) || overall.has(code));
  if (changed.length === 0) return null;
  return {
    kind: 'table',
    caption: 'Leads that you gain and lose',
    showCaption: true,
    columns: [
      { label: 'State', align: 'left' },
      { label: 'Votes', align: 'right' },
      { label: 'In your party', align: 'left' },
      { label: 'Overall', align: 'left' },
    ],
    rows: changed.map(({ code, name, electoralVotes }) => [
      `${code} ${name}`,
      grouped(electoralVotes),
      changeInWords(inParty, code),
      changeInWords(overall, code),
    ]),
  };
}

function changeInWords(changes: ReadonlyMap<StateCode, LeadChange>, code: StateCode): string {
  const change = changes.get(code);
  if (change === undefined) return '—';
  return change.gained ? `gained from ${change.other}` : `lost to ${change.other}`;
}

function maps({ before, after }: GuessedStates): MapComparison {
  const [now, then] = [mapOf(before), mapOf(after)];
  return {
    kind: 'maps',
    caption: 'The states by leading party and overall leader',
    items: [
      { heading: 'Now', states: now.states },
      { heading: `After turn ${after.turn}, by this guess`, states: then.states },
    ],
    legend: then.legend,
  };
}

function mapOf(state: State): ElectoralMap {
  return electoralMapOf(state).blocks.find((block) => block.kind === 'map') as ElectoralMap;
}
