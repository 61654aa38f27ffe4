import type { FastifyReply } from 'fastify';
import type { AppContext } from '../../context.ts';
import type { SheetOutcome } from '../../database/generated/client.ts';
import { MAX_RECEIPTS_PER_DAY } from '../../games/sheets/sheet-limits.ts';
import { type ReceiptPage, receiptPage } from '../../games/sheets/sheet-view.ts';
import { isYetToCome, waitsInWords } from '../../games/sheets/waits-for-turn.ts';
import { describeOrders } from '../../rules/describe-orders.ts';
import type { Problem } from '../../rules/sheet.ts';
import type { ReaderDates } from '../rendering/reader-dates.ts';
import { type RuleLink, ruleOfProblem } from '../rendering/rulebook-links.ts';
import { sheetPath } from './addresses.ts';
import { box, finalOrdersBoxes, HIDDEN_SHEET_COUNTS } from './boxes.ts';
import { type FieldAnchor, fieldAnchors, linkedRemarks } from './field-anchors.ts';
import { datesFor, foundOr404, type SeatContext } from './sheet-context.ts';
import { draftKey, pageHead } from './sheet-page.ts';
import { versionLines } from './versions.ts';
import type { BoxView, LinkedRemark } from './view-model.ts';

/** The channels whose sheets get a receipt by mail. */
const MAILED_CHANNELS: ReadonlySet<string> = new Set(['web', 'api', 'mail', 'pdf', 'post']);

const CHANGE_LABELS: Record<SheetOutcome, string> = {
  refused: 'Fix your sheet',
  standing: 'Change the sheet',
  superseded: 'Start from this version',
};

/** Sends the receipt of one version: what was understood, advice, and until when it can be changed. @throws a 404 */
export async function showReceipt(
  reply: FastifyReply,
  ctx: AppContext,
  context: SeatContext,
  wanted: { turn: number; version: number },
): Promise<FastifyReply> {
  const { account, number, own } = context;
  const { turn, version } = wanted;
  const page = foundOr404(await receiptPage(ctx, own, wanted));
  const { game, sheet, form } = page;
  const anchors: ReadonlyMap<string, FieldAnchor> = form === null ? new Map() : fieldAnchors(form);
  const dates = datesFor(ctx, account, game);
  const open = game.turn === turn;
  const clearDraft = sheet.outcome === 'standing' ? draftKey({ account, number, page }, turn) : null;
  // Of a turn that is over, the records of its mail may have been deleted.
  const unmailed = open && account.mailReceipts && !sheet.mailed && MAILED_CHANNELS.has(sheet.channel);
  return reply.page('player/receipt', {
    title: `Receipt, ${number} turn ${turn}, version ${version}`,
    styles: ['sheet.css'],
    scripts: ['sheet.js'],
    head: {
      ...pageHead({ account, number, page }, turn),
      heading: 'Receipt',
      facts: [`turn ${turn}, version ${version}`, `received ${dates.date(sheet.receivedAt)}`],
    },
    boxes: [
      { ...outcomeBox(page, { dates, unmailed }), clearDraft },
      ...(sheet.outcome === 'standing' ? finalOrdersBoxes(page.finalOrders, { number, turn, dates }) : []),
    ],
    problems: remarksWithRules(anchors, sheet.problems, game.ruleset.id),
    dropped: sheet.advice.filter(({ code }) => code === 'dropped').map(({ message }) => message),
    advice: remarksWithRules(
      anchors,
      sheet.advice.filter(({ code }) => code !== 'dropped'),
      game.ruleset.id,
    ),
    ordersHeading: sheet.outcome === 'refused' ? 'What you sent' : 'Your orders',
    orders: form === null ? [] : describeOrders(form, sheet.orders ?? sheet.raw),
    change: open
      ? { address: `${sheetPath(number)}?version=${version}`, label: CHANGE_LABELS[sheet.outcome] }
      : null,
    versions: versionLines(number, page.versions, game.turn),
    zone: game.timeZone,
  });
}

/** Remarks with a link to the field of the form and to the rule behind each. */
function remarksWithRules(
  anchors: ReadonlyMap<string, FieldAnchor>,
  remarks: readonly Problem[],
  ruleset: string,
): (LinkedRemark & { rule: RuleLink | null })[] {
  return remarks.map((remark) => ({
    ...(linkedRemarks(anchors, [remark])[0] as LinkedRemark),
    rule: ruleOfProblem(ruleset, remark),
  }));
}

const BOX_KINDS: Record<SheetOutcome, BoxView['kind']> = {
  standing: 'good',
  refused: 'problem',
  superseded: 'info',
};

function outcomeBox(
  page: ReceiptPage,
  { dates, unmailed }: { dates: ReaderDates; unmailed: boolean },
): BoxView {
  const notMailed = `This receipt is only shown here: at most ${MAX_RECEIPTS_PER_DAY} receipts a day are mailed.`;
  return box({
    kind: isYetToCome(page.game, page.sheet.turn) ? 'info' : BOX_KINDS[page.sheet.outcome],
    title: outcomeTitle(page),
    paragraphs: [untilWords(page, dates), ...(unmailed ? [notMailed] : [])],
  });
}

function outcomeTitle({ game, sheet, versions }: ReceiptPage): string {
  const { outcome, turn, version, channel } = sheet;
  if (outcome === 'refused') return `Version ${version} was refused`;
  if (outcome === 'superseded') {
    const isReplaced = versions.some((one) => one.outcome === 'standing');
    return `Version ${version} ${isReplaced ? 'was replaced by a later one' : 'no longer counts'}`;
  }
  if (isYetToCome(game, turn)) return `Version ${version} waits until turn ${turn} is open again`;
  if (game.turn !== turn) return `Version ${version} was played`;
  return channel === 'advance'
    ? `Your advance orders were entered: version ${version} counts`
    : `Your sheet is in: version ${version} counts`;
}

/** Until when the sheet can be changed. */
function untilWords({ game, sheet, versions, hiddenSheetStands }: ReceiptPage, dates: ReaderDates): string {
  const { turn, due, pausedAt, processWhenComplete } = game;
  if (isYetToCome(game, sheet.turn)) return waitsInWords(game, sheet.turn);
  if (turn !== sheet.turn) return `Turn ${sheet.turn} has been processed.`;
  // If the last sheet closes the turn, it may end long before its due date.
  const early = processWhenComplete ? ', which happens as soon as every sheet is in' : '';
  const dueWords = due === null ? '' : ` Sheets are due ${dates.due(due)}.`;
  const date = pausedAt === null ? dueWords : ' The game is paused: no turn is processed until it resumes.';
  if (sheet.outcome === 'standing')
    return `You can change it until turn ${turn} is processed${early}.${date}`;
  const standing = versions.find((one) => one.outcome === 'standing');
  const noneSent = hiddenSheetStands ? HIDDEN_SHEET_COUNTS : 'No sheet has come in yet.';
  const stands = standing ? `Version ${standing.version} counts.` : noneSent;
  return `${stands} You can send another one until turn ${turn} is processed${early}.${date}`;
}
