import { randomBytes } from 'node:crypto';
import { commitment } from '../../rules/dice.ts';
import type { ReportHeader } from '../../rules/ruleset.ts';
import { formatDateTime } from '../../text/dates.ts';
import type { SaltedReportHeader } from '../archive/turn-hash.ts';
import { gameNumber } from '../game/game-number.ts';
import type { WholeGame } from '../game/game-store.ts';

/**
 * What the printouts of a turn know besides the rules, with a fresh salt.
 * @param due when the coming turn's sheets are due; ignored once the game is over
 * @param house what the house has to say besides: in the printouts of single seats, and of absences in all
 * @param press what is done about press releases; nothing at the beginning
 * @param over from then on the dice secret is published, so that anyone can recompute every roll
 */
export function reportHeader(
  game: WholeGame,
  due: Date | null,
  over: boolean,
  press: Pick<ReportHeader, 'withheld' | 'released'> = {},
  ctx: Pick<SaltedReportHeader, 'notes' | 'away'> = {},
): SaltedReportHeader {
  const { withheld = [], released = [] } = press;
  const { notes = {}, away = [] } = ctx;
  return {
    salt: randomBytes(32).toString('hex'),
    number: gameNumber(game),
    title: game.title,
    gm: game.gm.name,
    seats: game.seats.map((seat) => ({
      identifier: seat.identifier,
      name: seat.name,
      account: seat.accountId,
      address: seat.account?.publishAddress ? seat.account.address : null,
      opponent: seat.opponent,
    })),
    due: over || due === null ? null : formatDateTime(due, game.timeZone),
    ...(withheld.length > 0 && { withheld }),
    ...(released.length > 0 && { released }),
    ...(Object.keys(notes).length > 0 && { notes }),
    ...(away.length > 0 && { away }),
    dice: {
      commitment: commitment(game.diceSecret),
      secret: over ? Buffer.from(game.diceSecret).toString('hex') : null,
    },
  };
}
