import { z } from 'zod';
import { gameNumber } from '../../../games/game/game-number.ts';
import { openForm, type PlayerSeat } from '../../../games/game/player-seat.ts';
import type { SheetTarget } from '../../../games/mailed-sheets/sheet-address.ts';
import { advanceForm, STANDING_ORDERS } from '../../../games/sheets/advance-orders.ts';
import { formFromRaw, valuesAtFirst } from '../../../rules/sheet-values.ts';
import {
  type ComposeDeps,
  type FullDelivery,
  type MailBody,
  readDetail,
  readerOf,
  requirePart,
  rulesetTitle,
  type Sender,
} from '../composer.ts';
import { gameLink } from '../links.ts';
import { gameThread } from '../mail-headers.ts';
import { gameStrapline, type MailBlock, renderMail } from '../mail-view.ts';
import { type MailedSheet, mailedSheet, replyToSheet, seatNow } from '../mailed-sheet.ts';
import { SHEET_GUIDE } from '../sheet-guide.ts';

const AnswerDetail = z.object({
  subject: z.string().min(1),
  paragraphs: z.array(z.string()),
  lists: z.array(z.object({ heading: z.string(), items: z.array(z.string()) })).default([]),
  guide: z.literal(true).optional(),
  /** The Message-ID of the mail that is answered. */
  inReplyTo: z.string().nullish(),
  sheet: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('open') }),
      z.object({ kind: z.literal('advance'), turn: z.int() }),
      z.object({ kind: z.literal('standing') }),
    ])
    .optional(),
});

/** Composes what the server answers to a command or a sheet that came by mail, with the sheet that it is about. */
export async function composeAnswer(deps: ComposeDeps, delivery: FullDelivery): Promise<MailBody> {
  const game = requirePart(delivery.game, 'game');
  const { subject, paragraphs, lists, guide, inReplyTo, sheet: target } = readDetail(AnswerDetail, delivery);
  const number = gameNumber(game);
  const sheet = target === undefined ? null : await sheetFor(deps, delivery, target);
  const replyTo = sheet?.replyTo ?? (await whereCommandsGo(deps, delivery));
  const body = renderMail(
    {
      headline: `${subject.charAt(0).toUpperCase()}${subject.slice(1)}`,
      strapline: gameStrapline(rulesetTitle(game), number),
      preview: paragraphs[0] ?? '',
      blocks: [
        ...paragraphs.map((text) => ({ kind: 'paragraph', text }) as const),
        ...lists.map((list) => ({ kind: 'list', ...list }) as const),
        ...(guide ? SHEET_GUIDE : []),
        ...(sheet?.blocks ?? []),
        {
          kind: 'button',
          label: 'Open the game page',
          url: gameLink(deps.publicUrl, number),
        } satisfies MailBlock,
      ],
      footer: `You received this e-mail because one was sent to the address for your sheets in ${number}, “${game.title}”.`,
    },
    readerOf(deps, delivery, replyTo !== null),
  );
  const thread = inReplyTo ? { inReplyTo, references: [gameThread(delivery, game.id), inReplyTo] } : {};
  return {
    subject: `${number}: ${subject}`,
    ...(replyTo !== null && { replyTo }),
    ...thread,
    ...body,
  };
}

/** The address of the open turn's sheet: who gets an answer without a sheet may reply with the next command. */
async function whereCommandsGo(deps: ComposeDeps, delivery: FullDelivery): Promise<Sender | null> {
  const own = await seatNow(deps, delivery);
  const target = { kind: 'open' } as const;
  return own && (await replyToSheet(deps, delivery, { ...placeOf(own), target }));
}

/** The open turn, and the attempt of its printout. */
function placeOf({ game: { turn, attempt } }: PlayerSeat): { turn: number; attempt: number } {
  return { turn, attempt };
}

/** The sheet that the answer is about, filled in with what is stored. */
async function sheetFor(
  deps: ComposeDeps,
  delivery: FullDelivery,
  target: SheetTarget,
): Promise<MailedSheet | null> {
  const own = await seatNow(deps, delivery);
  if (own === null) return null;
  const { game, seat } = own;
  const place = placeOf(own);
  if (target.kind === 'open') {
    const form = openForm(own);
    return form && mailedSheet(deps, delivery, { form, values: valuesAtFirst(form), ...place, target });
  }
  const later = target.kind === 'standing' ? STANDING_ORDERS : target.turn;
  const form = advanceForm(game, seat, later);
  if (form === null) return null;
  const where = { seatId: seat.id, turn: later, accountId: seat.accountId ?? -1 };
  const saved = await deps.ctx.db.prisma.advanceOrders.findFirst({ where });
  const values = saved === null ? valuesAtFirst(form) : formFromRaw(form, saved.raw);
  return await mailedSheet(deps, delivery, { form, values, ...place, target });
}
