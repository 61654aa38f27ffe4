import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { MAX_NOTES, ownNotes, saveNotes } from '../../../games/notes/private-notes.ts';
import { disputeQuestion } from '../../../games/questions/dispute-question.ts';
import { playerQuestions } from '../../../games/questions/questions-view.ts';
import { voteForMoreTime, withdrawVote } from '../../../games/schedule/extension-votes.ts';
import { giveUpSeat } from '../../../games/seats/give-up-seat.ts';
import { fail, ok } from '../../../rules/result.ts';
import { GameParams } from '../../forms/read-request.ts';
import { seatContext, sheetContext } from '../../turn-sheet/sheet-context.ts';
import type { WebContext } from '../../web-context.ts';
import { LongText, operation } from './operation.ts';
import { SHEET_PATH, TurnQuery } from './sheet-requests.ts';

const when = z.iso.datetime({ offset: true, error: 'A date looks like 2027-03-15T22:00:00Z' });
const asDate = when.transform((text) => new Date(text));
const VoteBody = z.object({ turn: z.int().min(1).max(100_000), due: asDate });
const VoteQuery = TurnQuery.extend({ due: asDate });

const VOTE = z.looseObject({
  turn: z.int(),
  vote: z
    .looseObject({
      due: z.iso.datetime(),
      days: z.int(),
      votes: z.int(),
      needed: z.int(),
      seats: z.array(z.string()),
    })
    .nullable(),
});

const QUESTIONS = z.looseObject({
  questions: z.array(
    z.looseObject({
      bank: z.string(),
      question: z.string(),
      text: z.string(),
      choices: z.array(z.string()),
      answer: z.string(),
      printout: z.int(),
      dispute: z.looseObject({ state: z.string(), note: z.string() }).nullable(),
    }),
  ),
});

const DisputeBody = z.object({
  bank: z.string().max(100),
  question: z.string().max(100),
  reason: z.string().max(4_000),
});

/** What a player does with the own seat besides the sheet, for programs. See docs/api.md. */
export default async function apiOwnSeatRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  voteRoutes(app, deps);
  notesRoutes(app, deps);
  questionRoutes(app, deps);

  operation(app, deps, {
    ...{ method: 'POST', path: '/api/my/games/:number/give-up', scope: 'seats' },
    body: z.object({ seat: z.string().max(10) }),
    summary: 'Gives up your seat in a running or abandoned game; “seat” must be its identifier',
    async act({ account, params, body }) {
      const { own } = await seatContext(deps.ctx, account, params.number);
      const { game, seat } = own;
      if (seat.identifier !== body.seat) {
        return fail('seat', 'not-yours', `Your seat in this game is ${seat.identifier}.`);
      }
      return giveUpSeat(deps.ctx, { gameId: game.id, seatId: seat.id, by: account.id });
    },
  });
}

/** Votes for more time in the open turn. */
function voteRoutes(app: FastifyInstance, deps: WebContext): void {
  const { ctx } = deps;
  const path = `${SHEET_PATH}/vote`;

  operation(app, deps, {
    ...{ method: 'GET', path, scope: 'read', answer: VOTE },
    summary: 'Shows the vote for more time; null if the players cannot vote now',
    async act({ account, params }) {
      const { own, page } = await sheetContext(ctx, account, params.number);
      return ok({ turn: own.game.turn, vote: page.vote });
    },
  });

  operation(app, deps, {
    ...{ method: 'POST', path, scope: 'sheets', body: VoteBody },
    answer: z.looseObject({ extended: z.boolean() }),
    summary: 'Votes for more time; “due” is the date that you know',
    async act({ account, params, body }) {
      const { own } = await seatContext(ctx, account, params.number);
      return voteForMoreTime(ctx, { gameId: own.game.id, by: account.id, ...body });
    },
  });

  operation(app, deps, {
    ...{ method: 'DELETE', path, scope: 'sheets', query: VoteQuery },
    summary: 'Withdraws your vote for more time',
    async act({ account, params, query }) {
      const { own } = await seatContext(ctx, account, params.number);
      return withdrawVote(ctx, { gameId: own.game.id, by: account.id, ...query });
    },
  });
}

/** Private notes on a game. */
function notesRoutes(app: FastifyInstance, deps: WebContext): void {
  const { ctx } = deps;
  const path = '/api/my/games/:number/notes';

  operation(app, deps, {
    ...{ method: 'GET', path, scope: 'read' },
    answer: z.looseObject({ text: z.string(), maxCharacters: z.int() }),
    summary: 'Shows your private notes on a game',
    async act({ account, params }) {
      const { own } = await seatContext(ctx, account, params.number);
      return ok({ text: await ownNotes(ctx, own), maxCharacters: MAX_NOTES });
    },
  });

  operation(app, deps, {
    ...{ method: 'POST', path, scope: 'sheets', body: z.object({ text: LongText }) },
    summary: 'Saves your private notes on a game, in place of earlier ones',
    async act({ account, params, body: { text } }) {
      const { own } = await seatContext(ctx, account, params.number);
      return saveNotes(ctx, { gameId: own.game.id, by: account.id, text });
    },
  });
}

/** The questions that the printouts of a game have solved, and disputes of them. */
function questionRoutes(app: FastifyInstance, deps: WebContext): void {
  const { ctx } = deps;
  const path = '/api/my/games/:number/questions';
  const config = { costly: 'game' as const };

  operation(app, deps, {
    ...{ method: 'GET', path, scope: 'read', answer: QUESTIONS, config, params: GameParams },
    summary: 'Lists the questions that printouts have solved, and what became of disputes',
    async act({ account, params }) {
      const { own } = await seatContext(ctx, account, params.number);
      const questions = (await playerQuestions(ctx, own)).map(({ question, printout, dispute }) => {
        const { bank, id, text, choices, answer } = question;
        return { bank, question: id, text, choices, answer, printout, dispute };
      });
      return ok({ questions });
    },
  });

  operation(app, deps, {
    ...{ method: 'POST', path, scope: 'sheets', config, body: DisputeBody },
    summary: 'Disputes a question',
    async act({ account, params, body }) {
      const { own } = await seatContext(ctx, account, params.number);
      return disputeQuestion(ctx, { gameId: own.game.id, by: account.id, ...body });
    },
  });
}
