import { randomBytes } from 'node:crypto';
import type { SaltedReportHeader } from '../../database/json-types.ts';
import type { ReportHeader } from '../../rules/ruleset.ts';
import { formatDateTime } from '../../text/dates.ts';
import { gameNumber } from '../game/game-number.ts';
import type { WholeGame } from '../game/game-store.ts';

/** What the report header of a turn says besides what the game itself knows. */
export interface HeaderDetails {
  /** When the sheets of the next turn are due; null if no date is set, or the game is over. */
  due: Date | null;
  /** Which press releases are withheld or released. */
  press?: Pick<ReportHeader, 'withheld' | 'released'>;
  /** What the printouts of single seats say of advance and standing orders. */
  notes?: SaltedReportHeader['notes'];
  /** Announced absences, a line each; printed for everyone. */
  away?: string[];
  /** What the GM has seen that players may not see, a line each; printed for everyone. */
  inspections?: string[];
  /** The players whom the GM replaced, a line each; printed for everyone. */
  replacements?: string[];
  /** How to reach people, a paragraph each; for turn 0. */
  reach?: string[];
  /** The dice secret, once the game is over: it is published, so that anyone can compute every roll again. */
  revealedSecret?: Uint8Array | null;
}

/** The report header of a turn, with a new salt. */
export function reportHeader(game: WholeGame, details: HeaderDetails): SaltedReportHeader {
  const { due, press = {}, notes = {}, revealedSecret = null } = details;
  const { away = [], inspections = [], replacements = [], reach = [] } = details;
  const { withheld = [], released = [] } = press;
  return {
    salt: randomBytes(32).toString('hex'),
    number: gameNumber(game),
    title: game.title,
    gm: game.gm.name,
    seats: game.seats.map((seat) => ({
      identifier: seat.identifier,
      name: seat.name,
      account: seat.accountId,
      address: publishedAddress(seat),
      opponent: seat.opponent,
    })),
    due: due === null ? null : formatDateTime(due, game.timeZone),
    ...(withheld.length > 0 && { withheld }),
    ...(released.length > 0 && { released }),
    ...(Object.keys(notes).length > 0 && { notes }),
    ...(away.length > 0 && { away }),
    ...(inspections.length > 0 && { inspections }),
    ...(replacements.length > 0 && { replacements }),
    ...(reach.length > 0 && { reach }),
    dice: {
      commitment: game.diceCommitment,
      secret: revealedSecret && Buffer.from(revealedSecret).toString('hex'),
    },
  };
}

/** The postal address of a seat's player, if they publish it; not before they have accepted the seat. */
function publishedAddress({ acceptedAt, account }: WholeGame['seats'][number]): string | null {
  return acceptedAt !== null && account?.publishAddress ? account.address : null;
}
