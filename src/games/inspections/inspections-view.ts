import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Inspection, Prisma } from '../../database/generated/client.ts';
import { formatDateTime } from '../../text/dates.ts';
import type { WholeGame } from '../game/game-store.ts';
import { sinceLastTurn } from '../game/since-last-turn.ts';

/* What the GM of a game has seen that players may not see, in sentences. Public: every player is told. */

/** Everything that the GM has seen, in the order in which it was seen last. */
export async function inspectionLines(ctx: Pick<AppContext, 'db'>, game: WholeGame): Promise<string[]> {
  return linesOf(ctx.db.prisma, game, {});
}

/** What the next printouts say: everything that the GM has seen since the last turn in force was processed. */
export async function inspectionsToPrint(tx: Tx, game: WholeGame): Promise<string[]> {
  const since = await sinceLastTurn(tx, game);
  return since === null ? [] : linesOf(tx, game, since);
}

async function linesOf(tx: Tx, game: WholeGame, which: Prisma.InspectionWhereInput): Promise<string[]> {
  const inspections = await tx.inspection.findMany({
    where: { gameId: game.id, ...which },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
  });
  const groups = new Map<string, Inspection[]>();
  for (const inspection of inspections) {
    const key = groupOf(inspection);
    const group = groups.get(key) ?? [];
    group.push(inspection);
    groups.set(key, group);
  }
  // Sorted again, because a group stands where its last inspection belongs.
  const sorted = [...groups.values()].sort((a, b) => lastOf(a).at.getTime() - lastOf(b).at.getTime());
  return sorted.map((group) => sentence(game, group));
}

/** Inspections of one group are one sentence. A press release must not be traced to its author, who may be innocent. */
function groupOf({ kind, turn, seatId, seatName }: Inspection): string {
  return kind === 'pressRelease' ? kind : `${kind} ${turn} ${seatId} ${seatName}`;
}

function lastOf(group: Inspection[]): Inspection {
  return group.at(-1) as Inspection;
}

function sentence(game: WholeGame, group: Inspection[]): string {
  const last = lastOf(group);
  const times = group.length === 1 ? 'on' : `${timesInWords(group.length)}, the last time on`;
  return `${game.gm.name} ${seenInWords(game, last)} ${times} ${formatDateTime(last.at, game.timeZone)}.`;
}

function seenInWords(game: WholeGame, { kind, turn, seatId, seatName }: Inspection): string {
  if (kind === 'preview') return `previewed turn ${turn}`;
  if (kind === 'rollback') return `rolled back turn ${turn} after its printouts`;
  if (kind === 'options') return 'wrote questions of this game and knows their answers';
  if (kind === 'pressRelease') return 'read held press releases';
  const seat = game.seats.find(({ id }) => id === seatId);
  const player = seat ? [seatName, `[${seat.identifier}]`].filter(Boolean).join(' ') : 'a former seat';
  if (kind === 'postalRound') return `printed the printout of ${player} for turn ${turn}, to send it by post`;
  if (kind === 'paperAdvanceOrders') {
    return `opened the form for advance orders on paper of ${player} in turn ${turn}`;
  }
  if (kind === 'paperPlayerAddress') {
    return `entered an e-mail address for ${player}, who had played by post, in turn ${turn}`;
  }
  return `opened the form for a paper sheet of ${player} for turn ${turn}`;
}

function timesInWords(count: number): string {
  return count === 2 ? 'twice' : `${count} times`;
}
