import type { FastifyReply } from 'fastify';
import type { AppContext } from '../../context.ts';
import type { Account } from '../../database/generated/client.ts';
import { openFacts } from '../../games/game/player-seat.ts';
import type { VoteCount } from '../../games/schedule/extension-votes.ts';
import { ownSheet } from '../../games/sheets/sheet-view.ts';
import type { FormValues, SheetForm } from '../../rules/sheet.ts';
import { formFromRaw, valuesAtFirst } from '../../rules/sheet-values.ts';
import { writeToGmPath } from '../rendering/conversation-view.ts';
import { counted } from '../rendering/game-facts.ts';
import type { ReaderDates } from '../rendering/reader-dates.ts';
import { sheetPath } from './addresses.ts';
import {
  adviceBoxes,
  box,
  editedBox,
  finalOrdersBoxes,
  HIDDEN_SHEET_COUNTS,
  hiddenSheetBoxes,
  keptSheetBoxes,
  signedInBox,
} from './boxes.ts';
import { factsView, withBriefs } from './facts-view.ts';
import { notesForm } from './notes-form.ts';
import { fieldsFromBody, isMarkedFinal, turnOfBody } from './posted-sheet.ts';
import { datesFor, hiddenFields, type SheetContext, validateSheet, withoutRemarks } from './sheet-context.ts';
import { sheetMap } from './sheet-map.ts';
import { sheetView } from './sheet-view.ts';
import { staleWords } from './stale-words.ts';
import { versionLines } from './versions.ts';
import type {
  BoxView,
  LinkedRemark,
  PageHeadView,
  SheetFormView,
  SheetView,
  Validation,
} from './view-model.ts';

/** Why the page is shown. */
export type SheetPageState =
  /** It was opened. */
  | { kind: 'open' }
  /** It was opened with an earlier version that was refused. */
  | { kind: 'refused-before'; version: number }
  /** The sheet was checked without being sent. */
  | { kind: 'checked' }
  /** What it takes to lead a state was filled in, or a row was moved, without scripts. */
  | { kind: 'edited'; remark: LinkedRemark; moved?: string | undefined }
  /** The sheet was sent and refused. */
  | { kind: 'refused'; version: number }
  /** The sheet was sent and not stored. */
  | { kind: 'not-saved'; reason: string }
  /** The form contains what a PDF says. It was checked, and not sent. */
  | { kind: 'from-pdf' }
  /** A PDF was sent, and nothing of it was read or sent on. */
  | { kind: 'pdf-not-read'; reason: string }
  /** The turn that the sheet was filled in for has been processed, or rolled back. */
  | { kind: 'stale'; oldTurn: number }
  /** Advance orders were sent after their turn had opened. */
  | { kind: 'opened-meanwhile' }
  | { kind: 'signed-in' };

/** The page of a turn sheet: the form, what is in it, and why it is shown. */
export interface FilledSheet {
  form: SheetForm;
  values: FormValues;
  validation: Validation;
  state: SheetPageState;
  /** Whether the orders are marked as final, if that does not follow from what was sent. */
  final?: boolean;
}

/** Sends the page of the turn sheet. */
export async function showSheet(
  reply: FastifyReply,
  ctx: AppContext,
  context: SheetContext,
  filled: FilledSheet,
): Promise<FastifyReply> {
  const { account, number, page } = context;
  const { form } = filled;
  const { game } = page;
  const facts = openFacts(context.own);
  const dates = datesFor(ctx, account, game);
  const view = sheetView(withBriefs(form, facts), filled.values, filled.validation, game.ruleset.id);
  const { body } = reply.request;
  // A form that was sent says itself what is marked: someone may have taken the mark away.
  const isPosted = turnOfBody(body) !== null;
  const final = filled.final ?? (isPosted ? isMarkedFinal(body) : page.finalOrders?.given === true);
  const formView: SheetFormView = {
    sheet: view,
    address: sheetPath(number),
    fields: hiddenFields(context, form),
    draftKey: draftKey(context, form.turn),
    draftFrom: form.turn,
    map: view.takesStates ? await sheetMap(ctx, game, form.turn) : null,
    facts: facts && factsView(facts, sheetPath(number)),
    final: page.finalOrders && {
      label: 'My orders are final. The turn does not have to wait for me.',
      checked: final,
    },
    sendLabel: page.isKept ? null : 'Send sheet',
    checkLabel: 'Check only',
    tryLabel: 'Try it',
    ...(filled.state.kind === 'edited' && filled.state.moved && { moved: filled.state.moved }),
  };
  return reply.page('player/sheet', {
    title: `Turn sheet ${form.turn}, ${number}`,
    wide: true,
    styles: ['sheet.css', 'ranked-rows.css', 'state-facts.css'],
    scripts: ['sheet.js'],
    head: {
      ...pageHead(context, form.turn),
      heading: `Turn sheet ${form.turn}`,
      printout: { address: `/my/games/${number}/turns/${form.turn}`, label: `Printout ${form.turn}` },
      facts: [view.phase],
      mainFact: game.pausedAt ? 'paused by the GM' : game.due ? `due ${dates.due(game.due)}` : '',
    },
    boxes: [
      ...stateBoxes(filled.state, { page, view, postedFields: fieldsFromBody(reply.request.body) }),
      ...keptSheetBoxes(page),
      ...(page.isKept ? [] : hiddenSheetBoxes(page)),
      ...adviceBoxes(view.advice),
      ...finalOrdersBoxes(page.finalOrders, { number, turn: form.turn, dates }),
    ],
    form: formView,
    hint: page.isKept ? '' : sendingHint(form.turn, game.processWhenComplete),
    versions: versionLines(number, page.versions, page.turn),
    zone: game.timeZone,
    pdf: page.isKept ? null : pdfView(number, form.turn),
    vote: page.vote && voteView(page.vote, { context, turn: form.turn, dates }),
    notes: await notesForm(ctx, context, 'sheet'),
  });
}

/** The top of the pages about a seat's sheet for a turn. */
export function pageHead(
  {
    account,
    number,
    page,
  }: Pick<SheetContext, 'account' | 'number'> & {
    page: Pick<SheetContext['page'], 'game' | 'seat'>;
  },
  turn: number,
): PageHeadView {
  const { game, seat } = page;
  return {
    seatLine: `${number} T-${turn} [${seat.identifier}] ${seat.name}, #${account.id}`,
    heading: '',
    gameAddress: `/my/games/${number}`,
    gameTitle: game.title,
    gmAddress: game.gm.id === account.id ? null : writeToGmPath(number),
    facts: [],
    mainFact: '',
  };
}

/** The name of the browser's draft of a turn sheet. Another player who gets the seat has another one. */
export function draftKey(
  { account, number, page }: { account: Account; number: string; page: { seat: { identifier: string } } },
  turn: number,
): string {
  return `whistlestop:${number}:${turn}:${page.seat.identifier}:${account.id}`;
}

/** What the page says about what the player just did. */
function stateBoxes(state: SheetPageState, { page, view, postedFields }: StateBoxSource): BoxView[] {
  const { problems } = view;
  const standing = page.standingVersion;
  const noneSent = page.hiddenSheetStands ? HIDDEN_SHEET_COUNTS : 'No sheet has come in yet.';
  const stillCounts = standing === null ? noneSent : `Version ${standing} still counts.`;
  const count = counted(problems.length, 'problem');
  const problemBox = (title: string, ...paragraphs: string[]) =>
    box({ kind: 'problem', title, paragraphs, remarks: problems, isResponse: true });
  switch (state.kind) {
    case 'open':
      return [];
    case 'signed-in':
      return [signedInBox()];
    case 'edited':
      return [editedBox(state.remark)];
    case 'refused-before':
      return [
        problemBox(
          `Version ${state.version} was refused: ${count}`,
          `${stillCounts} This is what you sent. Fix the problems and send the sheet again.`,
        ),
      ];
    case 'refused':
      return [
        problemBox(
          `Not accepted: ${count}`,
          `Version ${state.version} was refused. ${stillCounts} Everything you entered is still here.`,
        ),
      ];
    case 'not-saved':
      return [problemBox('Not saved', `${state.reason} Everything you entered is still here.`)];
    case 'from-pdf':
      return [fromPdfBox(problems.length, problemBox)];
    case 'pdf-not-read': {
      const words = 'Nothing of it was sent. The form below is as it was before.';
      return [problemBox('The PDF was not read', state.reason, `${words} ${stillCounts}`)];
    }
    case 'checked':
      if (problems.length > 0) return [problemBox(`Checked: ${count}`, 'Your sheet has not been sent.')];
      return [
        box({
          kind: 'good',
          title: 'Checked: no problems',
          paragraphs: ['Your sheet has not been sent yet.'],
          isResponse: true,
        }),
      ];
    case 'stale': {
      const { title, notSent } = staleWords(state.oldTurn, view.turn);
      const words = `${notSent} This is the sheet for turn ${view.turn}, with what you entered wherever it fits. Check it before you send it.`;
      return [{ ...problemBox(title, words), postedFields }];
    }
    case 'opened-meanwhile': {
      const stands = standing === null ? '' : ` Version ${standing} counts.`;
      const words = `Your advance orders came too late and were not saved. This is the turn sheet with everything you entered. Check it, then send it.${stands}`;
      return [problemBox(`Turn ${view.turn} has opened`, words)];
    }
  }
}

/** After a PDF was read: what to do next. */
function fromPdfBox(
  problems: number,
  problemBox: (title: string, ...paragraphs: string[]) => BoxView,
): BoxView {
  const words = 'This is what the PDF says. It has not been sent.';
  if (problems > 0)
    return problemBox(
      `Read from your PDF: ${counted(problems, 'problem')}`,
      `${words} Fix the problems, then send the sheet.`,
    );
  return box({
    kind: 'good',
    title: 'Read from your PDF: no problems',
    paragraphs: [`${words} Compare it with what you meant, then send the sheet.`],
    isResponse: true,
  });
}

/** The form for a PDF that was filled in, and where the PDF is. */
function pdfView(number: string, turn: number) {
  return { address: `${sheetPath(number)}/pdf`, printout: `/my/games/${number}/turns/${turn}.pdf` };
}

interface StateBoxSource {
  page: SheetContext['page'];
  view: SheetView;
  postedFields: [string, string][];
}

function sendingHint(turn: number, processWhenComplete: boolean): string {
  const early = processWhenComplete ? ', which happens as soon as every sheet is in' : '';
  return `You can send new versions until turn ${turn} is processed${early}. The last good version counts. Every version gets a receipt; up to 20 a day are e-mailed.`;
}

/** The vote for more time. */
function voteView(
  vote: VoteCount,
  { context, turn, dates }: { context: SheetContext; turn: number; dates: ReaderDates },
) {
  const voted = vote.seats.includes(context.page.seat.identifier);
  const seats = vote.votes === 0 ? '' : ` (${vote.seats.map((seat) => `[${seat}]`).join(', ')})`;
  return {
    text: `The players can postpone the due date (${dates.due(vote.due)}) by ${counted(vote.days, 'day')}. ${vote.votes} of the ${counted(vote.needed, 'vote')} needed so far${seats}.${voted ? ' You have voted for it.' : ''}`,
    address: `${sheetPath(context.number)}/vote${voted ? '/withdraw' : ''}`,
    label: voted ? 'Withdraw my vote' : 'Vote for more time',
    fields: { _turn: String(turn), due: vote.due.toISOString() },
  };
}

/**
 * What the form contains when the page is opened: the requested version, or the latest one, or nothing. A refused version
 * comes with its problems.
 */
export async function openedSheet(
  ctx: AppContext,
  context: SheetContext,
  form: SheetForm,
  requested: number | undefined,
): Promise<FilledSheet> {
  const version = requested ?? context.page.versions[0]?.version;
  const sheet = version === undefined ? null : await ownSheet(ctx, context.own, { turn: form.turn, version });
  const values = sheet === null ? valuesAtFirst(form) : formFromRaw(form, sheet.raw);
  const validation = withoutRemarks(validateSheet(context, form, values));
  if (sheet?.outcome !== 'refused') return { form, values, validation, state: { kind: 'open' } };
  return {
    form,
    values,
    validation: { ...validation, problems: sheet.problems },
    state: { kind: 'refused-before', version: sheet.version },
  };
}

/** The page that says that no sheet is needed. It shows everything that was posted. */
export function showNoSheet(reply: FastifyReply, { number, page }: SheetContext): FastifyReply {
  const { game, seat } = page;
  const postedFields = fieldsFromBody(reply.request.body);
  const lost = box({
    kind: 'problem',
    title: 'What you entered was not sent',
    paragraphs: [staleWords(turnOfBody(reply.request.body), page.turn).reason],
    postedFields,
  });
  const reasons: Record<typeof game.status, string> = {
    forming: 'The game has not begun. You get your first printout by e-mail when it does.',
    running: `Turn ${page.turn} needs nothing from [${seat.identifier}]. You get your next printout by e-mail.`,
    over: 'The game is over. The final printout says how it ended.',
    abandoned: 'The GM has abandoned the game.',
  };
  return reply.page('player/no-sheet', {
    title: `No sheet needed, ${number}`,
    styles: ['sheet.css'],
    gameAddress: `/my/games/${number}`,
    gameTitle: game.title,
    reason: reasons[game.status],
    boxes: postedFields.length > 0 ? [lost] : [],
  });
}
