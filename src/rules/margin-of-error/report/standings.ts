import { counted } from '../../numbers.ts';
import { PARTY_NAMES } from '../../parties.ts';
import type { Block, Cell } from '../../report.ts';
import { nameAndIdentifier } from '../../report-builder.ts';
import { type GameResult, type MarginOutcome, outcome } from '../outcome.ts';
import { automaticParty, type ReportContext } from './context.ts';

/** A campaign's place at the end. */
interface Placed {
  place: number;
  name: string;
  party: 'D' | 'R';
  votes: number;
  result: GameResult;
}

const RESULTS: Record<GameResult, string> = { won: 'won', lost: 'lost', deadlock: 'deadlock, no winner' };

/** MOE-7.3: the final standings, once the game is over. The automatic opponent has a row here, too. */
export function standingsBlocks(context: ReportContext): Block[] {
  const result = outcome(context.now);
  if (result === null) return [];
  return [
    {
      kind: 'table',
      caption: 'Final standings',
      showCaption: true,
      columns: [
        { label: 'Place', align: 'right' },
        { label: 'Campaign', align: 'left' },
        { label: 'Party', align: 'left' },
        { label: 'Votes', align: 'right' },
        { label: 'Result', align: 'left' },
      ],
      rows: placesOf(context, result).map(({ place, name, party, votes, result: own }): Cell[] => [
        String(place),
        { text: name, strong: own === 'won' },
        { text: PARTY_NAMES[party], tone: party },
        String(votes),
        {
          text: own === 'lost' ? `${RESULTS.lost} by ${marginOf(result)}` : RESULTS[own],
          strong: own === 'won',
        },
      ]),
    },
  ];
}

function marginOf({ votes }: MarginOutcome): string {
  return counted(Math.abs(votes.D - votes.R), 'vote');
}

/** The players and, in a one-player game, the automatic opponent, the winner first. */
function placesOf(context: ReportContext, { standings, votes, party }: MarginOutcome): Placed[] {
  const players = standings.map(
    (entry): Placed => ({ ...entry, name: nameAndIdentifier(context, entry.id) }),
  );
  if (context.now.players.length > 1) return players;
  const own = automaticParty(context.now);
  const result: GameResult = party === null ? 'deadlock' : party === own ? 'won' : 'lost';
  const place = result === 'lost' ? 2 : 1;
  const automatic: Placed = { place, name: 'The automatic opponent', party: own, votes: votes[own], result };
  return [...players, automatic].toSorted((a, b) => a.place - b.place);
}
