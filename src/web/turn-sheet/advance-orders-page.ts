import type { FastifyReply } from 'fastify';
import type { AppContext } from '../../context.ts';
import type { Dropped } from '../../database/json-types.ts';
import { STANDING_ORDERS } from '../../games/sheets/advance-orders.ts';
import { advanceFacts, previewAdvanceOrders } from '../../games/sheets/advance-orders-view.ts';
import type { FormValues, SheetForm } from '../../rules/sheet.ts';
import { formFromRaw, rawFromForm, valuesAtFirst } from '../../rules/sheet-values.ts';
import { writeToGmPath } from '../rendering/conversation-view.ts';
import { advanceOrdersPath } from './addresses.ts';
import { droppedBoxes, savedBoxes, stateBoxes, withdrawAction } from './advance-orders-boxes.ts';
import type { AdvanceOrdersContext, AdvanceOrdersState } from './advance-orders-context.ts';
import { adviceBoxes, box } from './boxes.ts';
import { factsView, withBriefs } from './facts-view.ts';
import { fieldAnchors, linkedRemarks } from './field-anchors.ts';
import { toPagePaths } from './field-paths.ts';
import { fieldsFromBody, isMarkedFinal } from './posted-sheet.ts';
import { datesFor } from './sheet-context.ts';
import { sheetMap } from './sheet-map.ts';
import { NOT_VALIDATED, sheetView } from './sheet-view.ts';
import type { PageHeadView, SheetFormView, Validation } from './view-model.ts';

/** What would become of the values if their turn came now. Dropped parts are advice with the code `dropped`. */
export function validateAdvanceOrders(
  context: AdvanceOrdersContext,
  form: SheetForm,
  values: FormValues,
): Validation {
  return withDropped(context, form, values).validation;
}

function withDropped(
  { own, page }: AdvanceOrdersContext,
  form: SheetForm,
  values: FormValues,
): { validation: Validation; dropped: Dropped[] } {
  const preview = previewAdvanceOrders(own, page.turn, rawFromForm(form, values));
  if (preview === null) return { dropped: [], validation: NOT_VALIDATED };
  const dropped = toPagePaths(form, values, preview.dropped);
  const { totals, notes } = preview.tally;
  const advice = [
    ...dropped.map(({ field, message }) => ({
      field,
      code: 'dropped',
      message: `This would be dropped as things stand now. ${message}`,
    })),
    ...toPagePaths(form, values, preview.advice),
  ];
  const tally = { totals, notes: toPagePaths(form, values, notes) };
  return { dropped, validation: { problems: [], advice, tally } };
}

/** The values of the saved orders, or those of a blank form if there are none. */
export function savedValues({ page }: AdvanceOrdersContext, form: SheetForm): FormValues {
  return page.saved === null ? valuesAtFirst(form) : formFromRaw(form, page.saved.raw);
}

/** Sends the page of advance orders. */
export async function showAdvanceOrders(
  reply: FastifyReply,
  ctx: AppContext,
  context: AdvanceOrdersContext,
  filled: { form: SheetForm; values: FormValues; state: AdvanceOrdersState },
): Promise<FastifyReply> {
  const { account, number, page } = context;
  const { form, values, state } = filled;
  const { game, seat, turn, saved } = page;
  const standing = turn === STANDING_ORDERS;
  const openTurn = page.openTurn ?? form.turn;
  const { validation, dropped } = withDropped(context, form, values);
  const isChecked = state.kind === 'checked' || state.kind === 'saved';
  // Advice is shown only after a check; what would be dropped is always shown.
  const advice = validation.advice.filter(({ code }) => code === 'dropped' || isChecked);
  const facts = advanceFacts(context.own, turn);
  const view = sheetView(withBriefs(form, facts), values, { ...validation, advice }, game.ruleset.id);
  const anchors = fieldAnchors(form);
  const isOpened = state.kind === 'open' || state.kind === 'saved';
  const key = draftKey(context);
  const formView: SheetFormView = {
    sheet: view,
    address: advanceOrdersPath(number, turn),
    fields: { _seat: seat.identifier },
    draftKey: key,
    // A draft for a turn that has opened is of no use.
    draftFrom: openTurn + 1,
    map: view.takesStates ? await sheetMap(ctx, game, openTurn) : null,
    facts: facts && factsView(facts, advanceOrdersPath(number, turn), [figuresOf(turn, openTurn)]),
    final:
      page.asksForFinalOrders && !standing
        ? {
            label: `These orders are final. Turn ${turn} does not have to wait for me.`,
            checked: isOpened ? saved?.final === true : isMarkedFinal(reply.request.body),
          }
        : null,
    sendLabel: standing ? 'Save standing orders' : 'Save advance orders',
    checkLabel: 'Check only',
    ...(state.kind === 'edited' && state.moved && { moved: state.moved }),
    ...(standing
      ? { tryLabel: 'Try it' }
      : {
          noTry: `You can try a sheet only while its turn is open: no one knows how turn ${turn} will begin.`,
        }),
  };
  return reply.page('player/advance-orders', {
    title: `${titleOf(turn)}, ${number}`,
    wide: true,
    styles: ['sheet.css', 'state-facts.css', 'ranked-rows.css'],
    scripts: ['sheet.js'],
    head: {
      ...advanceOrdersHead(context),
      heading: titleOf(turn),
      facts: [
        standing ? 'for every turn without a sheet from you' : view.phase,
        `turn ${openTurn} is open now`,
      ],
    },
    boxes: [
      ...stateBoxes(state, dropped.length),
      ...savedBoxes(context, datesFor(ctx, account, game), state.kind === 'saved' ? key : null),
      ...droppedBoxes(
        dropped.map(({ field, what, message }) => {
          const target = linkedRemarks(anchors, [{ field, code: '', message }])[0]?.target ?? '';
          return { label: what, target, message };
        }),
      ),
      ...adviceBoxes(
        linkedRemarks(
          anchors,
          advice.filter(({ code }) => code !== 'dropped'),
        ),
      ),
    ],
    intro: standing
      ? `Standing orders are played when a turn is processed and your sheet is not in. They are checked against each turn: what does not fit is dropped, and your printout says so. ${standingFormInWords(page.sheets, openTurn)}`
      : `Advance orders are saved, and become your sheet when turn ${turn} opens. They are checked again then: what no longer fits is dropped, and your printout says so. You can change the sheet while the turn is open. The figures here are today’s.`,
    form: formView,
    hint: 'Until they are played, only you can see these orders. The GM and the other players cannot.',
    seat,
  });
}

/** Sends the page that says that no orders can be sent for this turn. It shows everything that was posted. */
export function showNoAdvanceOrders(reply: FastifyReply, context: AdvanceOrdersContext): FastifyReply {
  const { number, page } = context;
  const { turn, openTurn, blocker, saved } = page;
  const standing = turn === STANDING_ORDERS;
  const postedFields = fieldsFromBody(reply.request.body);
  const reason = standing
    ? 'Your seat owes no sheet for the open turn, so there is no form for standing orders.'
    : `It is not known yet what turn ${turn} will ask of you: the game may be over by then, or you may owe no sheet.`;
  const lost = box({ kind: 'problem', title: 'What you entered was not saved', postedFields });
  return reply.page('player/no-advance-orders', {
    title: `${titleOf(turn)}, ${number}`,
    styles: ['sheet.css'],
    head: {
      ...advanceOrdersHead(context),
      heading: standing ? 'No standing orders now' : `No advance orders for turn ${turn}`,
      facts: openTurn === null ? [] : [`turn ${openTurn} is open now`],
    },
    reason: blocker?.message ?? reason,
    boxes: [
      ...(saved !== null && blocker === null
        ? [
            box({
              kind: 'info',
              title: 'Your earlier orders are still saved',
              action: withdrawAction(number, turn),
            }),
          ]
        : []),
      ...(postedFields.length > 0 ? [lost] : []),
    ],
  });
}

/** Which form standing orders are filled in on. */
function standingFormInWords(sheets: number, openTurn: number): string {
  if (sheets <= 1) return `You fill them in on the form of turn ${openTurn}, with its figures.`;
  return `A round of this game has ${sheets} sheets, each in a turn of its own. The form has the fields of all of them, with the figures of turn ${openTurn}; each sheet plays only its own fields.`;
}

/** Says from when the figures beside the form are. */
function figuresOf(turn: number, openTurn: number): string {
  return turn === STANDING_ORDERS
    ? `These are the figures of turn ${openTurn}, which is open. Standing orders are also played in later turns, which have other figures.`
    : `These are the figures of today, before turn ${openTurn} is played. When turn ${turn} opens, they will be different.`;
}

function titleOf(turn: number): string {
  return turn === STANDING_ORDERS ? 'Standing orders' : `Advance orders for turn ${turn}`;
}

/** The top of the pages about advance orders. */
export function advanceOrdersHead({ account, number, page }: AdvanceOrdersContext): PageHeadView {
  const { game, seat, turn } = page;
  const what = turn === STANDING_ORDERS ? 'standing orders' : `T-${turn}`;
  return {
    seatLine: `${number} ${what} [${seat.identifier}] ${seat.name}, #${account.id}`,
    heading: '',
    gameAddress: `/my/games/${number}`,
    gameTitle: game.title,
    gmAddress: game.gm.id === account.id ? null : writeToGmPath(number),
    facts: [],
    mainFact: '',
  };
}

/** The name of the browser's draft, which is apart from those of turn sheets. */
function draftKey({ account, number, page }: AdvanceOrdersContext): string {
  const turn = page.turn === STANDING_ORDERS ? 'standing' : page.turn;
  return `whistlestop-advance:${number}:${turn}:${page.seat.identifier}:${account.id}`;
}
