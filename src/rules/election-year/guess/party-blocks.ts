import { STATES } from '../../country.ts';
import { dollars, grouped } from '../../numbers.ts';
import { PARTY_NAMES, type Party } from '../../parties.ts';
import type { Cell, Table } from '../../report.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { CONVENTION_TURN } from '../data.ts';
import type { Orders } from '../orders.ts';
import type { State } from '../state.ts';
import { type GuessedStates, ownPlayers } from './leads.ts';

/**
 * The states that the seat's party gains and loses: after the conventions their votes count for the party, no matter which of
 * its members leads there (EY-6.10). Null before the conventions, and if there are none.
 */
export function partyTable(turns: GuessedStates): Table | null {
  const { before, after } = turns;
  if (before.turn < CONVENTION_TURN) return null;
  const { party } = ownPlayers(turns).was;
  const rows = STATES.flatMap(({ code, name, electoralVotes }): Cell[][] => {
    const [was, is] = [before.leaders[code].overall, after.leaders[code].overall];
    if (partyOf(before, was) === partyOf(after, is)) return [];
    const gained = partyOf(after, is) === party;
    return [[`${code} ${name}`, grouped(electoralVotes), gained ? 'gained' : 'lost', was, is]];
  });
  if (rows.length === 0) return null;
  return {
    kind: 'table',
    caption: `States that the ${PARTY_NAMES[party]} gain and lose`,
    showCaption: true,
    columns: [
      { label: 'State', align: 'left' },
      { label: 'Votes', align: 'right' },
      { label: 'Your party', align: 'left' },
      { label: 'Leader now', align: 'left' },
      { label: 'Then', align: 'left' },
    ],
    rows,
  };
}

function partyOf({ players }: State, id: SeatIdentifier): Party | null {
  return players.find((player) => player.id === id)?.party ?? null;
}

/** What the others are assumed to order: trips and money (EY-6.1, EY-6.2). Null if nobody orders anything. */
export function rivalsTable(orders: ReadonlyMap<SeatIdentifier, Orders>): Table | null {
  const rows = [...orders].map(([id, { fundraising, campaign }]): Cell[] => [
    id,
    fundraising.join(' ') || '—',
    campaign.map(({ state, spend }) => `${state} ${dollars(spend)}`).join(', ') || '—',
  ]);
  if ([...orders.values()].every(({ fundraising, campaign }) => fundraising.length + campaign.length === 0)) {
    return null;
  }
  return {
    kind: 'table',
    caption: 'What the others are assumed to do',
    showCaption: true,
    columns: [
      { label: 'Candidate', align: 'left' },
      { label: 'Trips', align: 'left' },
      { label: 'Campaign money', align: 'left' },
    ],
    rows,
  };
}
