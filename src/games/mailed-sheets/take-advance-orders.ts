import type { AppContext } from '../../context.ts';
import { problemsInWords } from '../../rules/result.ts';
import { rawFromForm } from '../../rules/sheet-values.ts';
import type { PlayerSeat } from '../game/player-seat.ts';
import {
  type AdvanceOrdersKey,
  advanceForm,
  advanceOrdersBlocker,
  STANDING_ORDERS,
  sendAdvanceOrders,
  withdrawAdvanceOrders,
} from '../sheets/advance-orders.ts';
import type { MailAnswer } from './answer.ts';
import type { Done, MailedRequest } from './mailed-request.ts';
import {
  ANOTHER_QUOTED,
  isBlank,
  MAX_UNREAD_LINES,
  readMailed,
  UNREAD_IN_QUOTE,
  UNREAD_LINES,
} from './read-mailed.ts';
import type { SheetTarget } from './sheet-address.ts';

type LaterTarget = Exclude<SheetTarget, { kind: 'open' }>;

/**
 * Takes orders for a later turn, or standing orders. They are stored only if all of them could be read. A mail without
 * orders is answered with the sheet to fill in.
 */
export async function takeAdvanceOrders(
  ctx: AppContext,
  request: MailedRequest,
  target: LaterTarget,
): Promise<Done> {
  const { own, address, command, text, sentAt } = request;
  const turn = target.kind === 'standing' ? STANDING_ORDERS : target.turn;
  const key = { gameId: own.game.id, seatId: own.seat.id, turn, sentById: address.account.id, sentAt };
  if (command !== null && 'withdraw' in command && command.withdraw) return await withdraw(ctx, key, target);
  const blocker = advanceOrdersBlocker(own.game, turn);
  if (blocker !== null) return notTaken(target, problemsInWords(blocker.problems));
  const form = advanceForm(own.game, own.seat, turn);
  if (form === null) return notTaken(target, `The form of ${nameOf(target)} cannot be known yet.`);
  const read = readMailed(form, text);
  if (read === null || (isBlank(read.values) && read.problems.length === 0)) return formAnswer(own, target);
  if (read.isUnchanged) {
    const reason =
      'Your e-mail quotes orders as they were mailed to you, as far as can be told, so they were not taken as new ones. If you want to send them again, copy their lines above the quoted text.';
    const items = read.problems.map(({ message }) => message);
    const lists = items.length > 0 ? { lists: [{ heading: UNREAD_IN_QUOTE, items }] } : {};
    return { ...notTaken(target, reason), ...lists, sheet: target };
  }
  if (read.problems.length > 0) {
    const items = read.problems.map(({ message }) => message);
    return {
      ...notTaken(target, 'Some lines could not be read:'),
      lists: [{ heading: '', items }],
      sheet: target,
    };
  }
  const saved = await sendAdvanceOrders(ctx, { ...key, raw: rawFromForm(form, read.values) });
  if (!saved.ok) return notTaken(target, problemsInWords(saved.problems));
  const dropped = saved.value.dropped.map(({ message }) => message);
  return {
    subject: `${nameOf(target)}: stored`,
    paragraphs: [`Your ${nameOf(target)} are stored. They replace earlier ones. This is what was read:`],
    lists: [
      { heading: 'If their turn came now, this would be left out:', items: dropped },
      { heading: UNREAD_LINES, items: read.ignored.slice(0, MAX_UNREAD_LINES) },
      { heading: 'This was not read, either:', items: read.quotesAnother ? [ANOTHER_QUOTED] : [] },
    ].filter(({ items }) => items.length > 0),
    sheet: target,
  };
}

async function withdraw(ctx: AppContext, key: AdvanceOrdersKey, target: LaterTarget): Promise<MailAnswer> {
  const done = await withdrawAdvanceOrders(ctx, key);
  if (!done.ok) return notTaken(target, problemsInWords(done.problems));
  return { subject: `${nameOf(target)}: withdrawn`, paragraphs: [`Your ${nameOf(target)} are withdrawn.`] };
}

function formAnswer({ seat }: PlayerSeat, target: LaterTarget): MailAnswer {
  const what =
    target.kind === 'standing'
      ? 'Standing orders are played whenever you send no sheet for a turn.'
      : `Advance orders become your sheet when turn ${target.turn} opens. You can still change it then.`;
  return {
    subject: `${nameOf(target)} of [${seat.identifier}]`,
    paragraphs: [what, 'To send them, write after the colons below and reply to this e-mail.'],
    sheet: target,
  };
}

function notTaken(target: LaterTarget, reason: string): MailAnswer {
  return { subject: `${nameOf(target)}: nothing was changed`, paragraphs: [reason] };
}

function nameOf(target: LaterTarget): string {
  return target.kind === 'standing' ? 'standing orders' : `advance orders for turn ${target.turn}`;
}
