// What all mail composers share: what they get, what they return, and how they read a delivery.
import type { SendMailOptions } from 'nodemailer';
import type { z } from 'zod';
import type { AppContext } from '../../context.ts';
import type { Account, DeliveryKind, Game, Prisma } from '../../database/generated/client.ts';
import { gameNumber } from '../../games/game/game-number.ts';
import { type GameWithPolicies, POLICIES } from '../../games/game/game-store.ts';
import type { PdfOptions } from '../../printouts/pdf/render-pdf.ts';
import { findRuleset } from '../../rules/catalog.ts';
import type { Report } from '../../rules/report.ts';
import { UnsendableError } from '../delivery/delivery-failure.ts';
import { writeToGmLink } from './links.ts';
import type { MailSettings } from './mail-headers.ts';
import type { MailReader } from './mail-view.ts';

/** What composing a mail needs besides the delivery. */
export interface ComposeDeps extends MailSettings {
  ctx: AppContext;
  renderPdf: PdfRenderer;
}

/** Renders a report as PDF: see `renderPdf`. */
export type PdfRenderer = (report: Report, options: PrintoutOptions) => Promise<Buffer>;

/** How the PDF of a printout is rendered. */
type PrintoutOptions = Pick<PdfOptions, 'paper' | 'finalOrders' | 'scanTo' | 'fillable' | 'form'> &
  Required<Pick<PdfOptions, 'sendTo' | 'created'>>;

/** The relations of a delivery that composers may use. */
export const DELIVERY_RELATIONS = {
  account: true,
  game: { include: { ...POLICIES, gm: true } },
  seat: true,
  printout: true,
  sheet: true,
  gmMessage: { include: { gm: true, account: true, seat: true } },
  letterCopy: { include: { letter: { include: { seat: true, copies: { include: { seat: true } } } } } },
} as const satisfies Prisma.DeliveryInclude;

/** A delivery with everything that its mail can be about. */
export type FullDelivery = Omit<Prisma.DeliveryGetPayload<{ include: typeof DELIVERY_RELATIONS }>, 'game'> & {
  game: (GameWithPolicies & { gm: Account }) | null;
};

/** A name and an address in a header. */
export interface Sender {
  name: string;
  address: string;
}

/** The part of a mail that differs from kind to kind. `from` and `replyTo` replace those of the headers. */
export interface MailBody
  extends Required<Pick<SendMailOptions, 'text' | 'html'>>,
    Pick<SendMailOptions, 'attachments' | 'inReplyTo' | 'references'> {
  subject: string;
  from?: Sender;
  replyTo?: Sender;
}

/**
 * Whether a mail goes to an account that no one has used yet. Someone else entered its address, which may be a
 * stranger's.
 */
export function goesToStranger({ account }: Pick<FullDelivery, 'account'>): boolean {
  return account !== null && account.addressProvedAt === null;
}

/** Kinds of mail about a game whose replies go to its GM, if the server receives mail. */
const ANSWERED_BY_GM: readonly DeliveryKind[] = ['printout', 'receipt', 'invitation', 'notice', 'answer'];

/** Whether a reply to the mail goes to the GM: it is about a game, and its reader is not the GM. */
export function isAnsweredByGm({ kind, game, account }: FullDelivery): boolean {
  return game !== null && account !== null && account.id !== game.gmId && ANSWERED_BY_GM.includes(kind);
}

/**
 * For whom a mail is rendered.
 * @param takesSheet whether a reply to the mail is a turn sheet, so that it does not go to the GM
 */
export function readerOf(
  { ctx, publicUrl }: ComposeDeps,
  delivery: FullDelivery,
  takesSheet = false,
): MailReader {
  const { game } = delivery;
  return {
    ownUrl: publicUrl,
    isStranger: goesToStranger(delivery),
    ...(game !== null &&
      isAnsweredByGm(delivery) && {
        gm: { byMail: ctx.inbound != null && !takesSheet, url: writeToGmLink(publicUrl, gameNumber(game)) },
      }),
  };
}

/** Composes the mail of one kind of delivery. Throws an `UnsendableError` if what the mail is about is gone. */
export type MailComposer = (deps: ComposeDeps, delivery: FullDelivery) => Promise<MailBody>;

/**
 * Returns a related row that the mail cannot do without.
 * @throws UnsendableError if it is missing
 */
export function requirePart<T>(part: T | null, what: string): T {
  if (part === null) throw new UnsendableError(`The ${what} that this e-mail was about is gone.`);
  return part;
}

/**
 * Reads the `detail` of a delivery with the schema of its kind.
 * @throws UnsendableError if it does not match, for example because its secret was erased
 */
export function readDetail<T>(schema: z.ZodType<T>, delivery: FullDelivery): T {
  const detail = schema.safeParse(delivery.detail);
  if (!detail.success) throw new UnsendableError('What this e-mail should say is no longer stored.');
  return detail.data;
}

/** The name of a game's ruleset: `Election Year`. */
export function rulesetTitle(game: Pick<Game, 'ruleset'>): string {
  return findRuleset(game.ruleset)?.title ?? game.ruleset;
}
