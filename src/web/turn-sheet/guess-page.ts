import type { FastifyReply } from 'fastify';
import { guessSheet } from '../../games/sheets/guess-sheet.ts';
import { blockHtml } from '../../printouts/html/render-html.ts';
import { type GuessedTurn, RIVAL_PLANS, type RivalPlan } from '../../rules/guess.ts';
import { type FormValues, rawFromForm, type SheetForm } from '../../rules/sheet.ts';
import { sheetPath } from './addresses.ts';
import { isMarkedFinal } from './posted-sheet.ts';
import type { SheetContext } from './sheet-context.ts';
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
}

/** Sends the page with a guess. Its buttons carry the sheet along, because the server does not keep it. */
export function showGuess(reply: FastifyReply, shown: ShownGuess): FastifyReply {
  const { title, head, address, guess } = shown;
  const final: Record<string, string> = isMarkedFinal(reply.request.body) ? { _final: 'yes' } : {};
  const view: GuessView = {
    head,
    basis: guess.basis,
    sentences: guess.sentences,
    blocks: guess.blocks.map((block, i) => blockHtml(block, `guess-${i}`)).join(''),
    choices: guess.choices.map(({ plan, label }) => ({ plan, label, isChosen: plan === guess.chosen })),
    tryAddress: `${address}/try`,
    // Checking shows the form again with everything that was entered.
    backAddress: `${address}/check`,
    carried: Object.entries({ ...shown.fields, ...final, ...shown.values }),
  };
  return reply.page('player/guess', { title, wide: true, styles: ['sheet.css'], ...view });
}

/** What templates/web/player/guess.eta prints. */
interface GuessView {
  head: PageHeadView;
  basis: string;
  sentences: string[];
  /** The blocks as HTML. */
  blocks: string;
  choices: { plan: RivalPlan; label: string; isChosen: boolean }[];
  tryAddress: string;
  backAddress: string;
  /** The hidden fields of each form besides the form token. */
  carried: [name: string, value: string][];
}

/** What the rivals are assumed to do, as a button of the page says; null if it says nothing of them. */
export function rivalsOfBody(body: unknown): RivalPlan | null {
  const sent = typeof body === 'object' && body !== null && '_rivals' in body ? body._rivals : null;
  return RIVAL_PLANS.find((plan) => plan === sent) ?? null;
}

/** Sends the guess for a player's turn sheet; null if the sheet has problems, and nothing was sent. */
export function showSheetGuess(
  reply: FastifyReply,
  { account, number, own, page }: SheetContext,
  { form, values }: { form: SheetForm; values: FormValues },
): FastifyReply | null {
  const guess = guessSheet(own, rawFromForm(form, values), rivalsOfBody(reply.request.body));
  if (!guess.ok) return null;
  return showGuess(reply, {
    title: `${GUESS_HEADING}, ${number} turn ${form.turn}`,
    head: {
      ...pageHead({ account, number, page }, form.turn),
      heading: GUESS_HEADING,
      facts: [`Turn sheet ${form.turn}`, form.phase],
    },
    address: sheetPath(number),
    fields: { _turn: String(form.turn), _seat: page.seat.identifier },
    values,
    guess,
  });
}
