import type { FastifyReply } from 'fastify';
import { STANDING_ORDERS } from '../../games/sheets/advance-orders.ts';
import { guessSheet, guessStandingOrders } from '../../games/sheets/guess-sheet.ts';
import { blockHtml } from '../../printouts/html/render-html.ts';
import { type GuessedTurn, RIVAL_PLANS, type RivalPlan } from '../../rules/guess.ts';
import type { FormValues, SheetForm } from '../../rules/sheet.ts';
import { rawFromForm } from '../../rules/sheet-values.ts';
import { advanceOrdersPath, sheetPath } from './addresses.ts';
import type { AdvanceOrdersContext } from './advance-orders-context.ts';
import { advanceOrdersHead } from './advance-orders-page.ts';
import { isMarkedFinal } from './posted-sheet.ts';
import { hiddenFields, type SheetContext } from './sheet-context.ts';
import { pageHead } from './sheet-page.ts';
import type { PageHeadView } from './view-model.ts';

/** The heading of the page with a guess. */
export const GUESS_HEADING = 'What this sheet might do';

/** A guess with the sheet that it is about. */
export interface ShownGuess {
  title: string;
  head: PageHeadView;
  /** The page of the sheet. */
  address: string;
  /** The hidden fields of that page besides the form token. */
  fields: Record<string, string>;
  values: FormValues;
  guess: GuessedTurn;
  /** What else the guess assumes, one sentence each. */
  notes?: string[];
  /** The button that leads back; `Back to the sheet` by default. */
  backLabel?: string;
}

/** Sends the page with a guess. Its buttons carry the sheet along, because the server does not keep it. */
export function showGuess(reply: FastifyReply, shown: ShownGuess): FastifyReply {
  const { title, head, address, guess } = shown;
  const final: Record<string, string> = isMarkedFinal(reply.request.body) ? { _final: 'yes' } : {};
  const view: GuessView = {
    head,
    basis: guess.basis,
    notes: shown.notes ?? [],
    sentences: guess.sentences,
    blocks: guess.blocks.map((block, i) => blockHtml(block, `guess-${i}`)).join(''),
    choices: guess.choices.map(({ plan, label }) => ({ plan, label, isChosen: plan === guess.chosen })),
    tryAddress: `${address}/try`,
    // Checking shows the form again with everything that was entered.
    backAddress: `${address}/check`,
    backLabel: shown.backLabel ?? 'Back to the sheet',
    carried: Object.entries({ ...shown.fields, ...final, ...shown.values }),
  };
  return reply.page('player/guess', { title, wide: true, styles: ['sheet.css'], ...view });
}

/** What templates/web/player/guess.eta prints. */
interface GuessView {
  head: PageHeadView;
  basis: string;
  notes: string[];
  sentences: string[];
  /** The blocks as HTML. */
  blocks: string;
  choices: { plan: RivalPlan; label: string; isChosen: boolean }[];
  tryAddress: string;
  backAddress: string;
  backLabel: string;
  /** The hidden fields of each form besides the form token. */
  carried: [name: string, value: string][];
}

/** What the rivals are assumed to do, as a button of the page says; null if it says nothing of them. */
export function rivalsOfBody(body: unknown): RivalPlan | null {
  const sent = typeof body === 'object' && body !== null && '_rivals' in body ? body._rivals : null;
  return RIVAL_PLANS.find((plan) => plan === sent) ?? null;
}

/** Sends the guess for a player's turn sheet; null if the sheet has problems, and nothing was sent. */
export async function showSheetGuess(
  reply: FastifyReply,
  context: SheetContext,
  { form, values }: { form: SheetForm; values: FormValues },
): Promise<FastifyReply | null> {
  const { account, number, own, page } = context;
  const { request, server } = reply;
  const [raw, rivals] = [rawFromForm(form, values), rivalsOfBody(request.body)];
  const guess = await server.guessInTurn(request, () => guessSheet(own, raw, rivals));
  if (!guess.ok) return null;
  return showGuess(reply, {
    title: `${GUESS_HEADING}, ${number} turn ${form.turn}`,
    head: {
      ...pageHead({ account, number, page }, form.turn),
      heading: GUESS_HEADING,
      facts: [`Turn sheet ${form.turn}`, form.phase],
    },
    address: sheetPath(number),
    fields: hiddenFields(context, form),
    values,
    guess,
  });
}

/** Sends the guess for standing orders; null for orders for a later turn, and if there is nothing to guess from. */
export async function showStandingOrdersGuess(
  reply: FastifyReply,
  context: AdvanceOrdersContext,
  { form, values }: { form: SheetForm; values: FormValues },
): Promise<FastifyReply | null> {
  const { number, own, page } = context;
  if (page.turn !== STANDING_ORDERS) return null;
  const { request, server } = reply;
  const [raw, rivals] = [rawFromForm(form, values), rivalsOfBody(request.body)];
  const guessed = await server.guessInTurn(request, () => guessStandingOrders(own, raw, rivals));
  if (!guessed?.guess.ok) return null;
  const { guess, dropped } = guessed;
  return showGuess(reply, {
    title: `${GUESS_HEADING}, ${number} standing orders`,
    head: { ...advanceOrdersHead(context), heading: GUESS_HEADING, facts: ['Standing orders', form.phase] },
    address: advanceOrdersPath(number, STANDING_ORDERS),
    fields: { _seat: page.seat.identifier },
    values,
    guess,
    notes: [
      `This is what your standing orders might do if they are played in turn ${form.turn}.`,
      ...(dropped.length === 0 ? [] : [`Left out, because it would be dropped: ${listed(dropped)}.`]),
    ],
    backLabel: 'Back to the orders',
  });
}

function listed(dropped: readonly { what: string }[]): string {
  return dropped.map(({ what }) => what).join('; ');
}
