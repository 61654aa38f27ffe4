import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { PracticePlayer } from '../../../database/generated/client.ts';
import { findPracticePlayer } from '../../../games/practice/practice-player.ts';
import {
  findPracticeGame,
  findPresentPracticeGame,
  type PresentPracticeGame,
  type WholePracticeGame,
} from '../../../games/practice/practice-store.ts';
import { practiceVisitor } from '../../access/practice-visitor.ts';
import { PracticeParams, TurnNumber } from '../../forms/read-request.ts';
import { notFound } from '../../rendering/http-errors.ts';
import type { WebContext } from '../../web-context.ts';

/** The printout of a practice game before a turn. */
export const PracticePrintoutParams = PracticeParams.extend({ turn: TurnNumber });

/** The turn that was open on the page of a form. */
export const PracticeTurnBody = z.object({ turn: TurnNumber });

/** A player and one of their practice games as it is now. */
export interface PresentContext {
  player: PracticePlayer;
  whole: PresentPracticeGame;
}

/** A player and one of their practice games. */
export interface PracticeContext extends PresentContext {
  whole: WholePracticeGame;
}

/** The visitor's practice game. @throws a 404 if the visitor has no such game */
export async function practiceContext(
  deps: WebContext,
  request: FastifyRequest,
  id: string,
): Promise<PracticeContext> {
  const player = await findPracticePlayer(deps.ctx, practiceVisitor(deps, request));
  const whole = player && (await findPracticeGame(deps.ctx, player.id, id));
  if (player === null || whole === null) throw noSuchGame();
  return { player, whole };
}

/** The visitor's practice game with its present state alone. @throws as `practiceContext` */
export async function presentContext(
  deps: WebContext,
  request: FastifyRequest,
  id: string,
): Promise<PresentContext> {
  const player = await findPracticePlayer(deps.ctx, practiceVisitor(deps, request));
  const whole = player && (await findPresentPracticeGame(deps.ctx, player.id, id));
  if (player === null || whole === null) throw noSuchGame();
  return { player, whole };
}

function noSuchGame(): Error {
  return notFound(
    'You have no such practice game. It may have been deleted, or you played it in another browser.',
  );
}

/** The address of a practice game, which leads to its sheet or to its last printout. */
export function practicePath(id: string): string {
  return `/practice/${id}`;
}

/** The address of a printout of a practice game. */
export function practicePrintoutPath(id: string, turn: number): string {
  return `${practicePath(id)}/turns/${turn}`;
}

/** The address of the sheet of the open turn. */
export function practiceSheetPath(id: string): string {
  return `${practicePath(id)}/sheet`;
}
