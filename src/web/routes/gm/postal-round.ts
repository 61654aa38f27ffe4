import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { gameNumber } from '../../../games/game/game-number.ts';
import {
  addPaperPlayer,
  replaceByPaperPlayer,
  savePostalAddresses,
} from '../../../games/post/paper-players.ts';
import { openPostalRound, type PostalRound, postalRound } from '../../../games/post/postal-round.ts';
import { fail } from '../../../rules/result.ts';
import type { Problem } from '../../../rules/sheet.ts';
import { accountOf } from '../../access/session-cookies.ts';
import {
  AtTurn,
  GameParams,
  readBody,
  readParams,
  readQuery,
  submittedValues,
} from '../../forms/read-request.ts';
import { notFound } from '../../rendering/http-errors.ts';
import { sendRound } from '../../rendering/round-file.ts';
import { paperAdvancePath } from '../../turn-sheet/addresses.ts';
import type { WebContext } from '../../web-context.ts';

const NewPlayer = z.object({
  name: z.string().max(200),
  address: z.string().max(1000),
  /** The seat that the player gets, and the open turn on the page, if the game is running. */
  seat: z.union([z.uuid(), z.literal('')]).default(''),
  turn: AtTurn.shape.turn.optional(),
});
const PaperQuery = z.object({ paper: z.enum(['letter', 'a4']).optional() });
const Anything = z.object({});

/** The postal round: players without e-mail, the file that the GM prints for them, and the order of entering their sheets. */
export default async function postalRoundRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const { ctx } = deps;
  const path = '/gm/games/:number/post';
  const config = { access: 'account' as const, costly: 'game' as const };
  const pdfs = app.postalRounds;

  app.get(path, { config }, async (request, reply) => render(reply, await requireRound(deps, request), {}));

  app.post(path, { config }, async (request, reply) => {
    const { game } = await requireRound(deps, request);
    readBody(Anything, request);
    const values = submittedValues(request);
    const players = addressesIn(values, game);
    const of = { gameId: game.id, by: accountOf(request).id, own: values.own ?? '' };
    const saved = await savePostalAddresses(ctx, { ...of, players, marks: marksIn(values, game) });
    return await answer(deps, reply, saved, 'postal-addresses-saved');
  });

  app.post(`${path}/player`, { config }, async (request, reply) => {
    const { game } = await requireRound(deps, request);
    const body = readBody(NewPlayer, request);
    const { seat: seatId, turn = 0, ...person } = body;
    const of = { gameId: game.id, by: accountOf(request).id, ...person };
    if (game.status !== 'running')
      return await answer(deps, reply, await addPaperPlayer(ctx, of), 'paper-player-added');
    if (seatId === '')
      return await answer(
        deps,
        reply,
        fail('seat', 'missing', 'Choose the seat that the player gets.'),
        'replaced-by-paper-player',
      );
    const mark = marksIn(submittedValues(request), game).get(seatId);
    const replaced = await replaceByPaperPlayer(ctx, { ...of, seatId, mark, turn });
    return await answer(deps, reply, replaced, 'replaced-by-paper-player');
  });

  app.post(`${path}/open`, { config }, async (request, reply) => {
    const { game } = await requireRound(deps, request);
    const { turn } = readBody(AtTurn, request);
    const opened = await openPostalRound(ctx, { gameId: game.id, by: accountOf(request).id, turn });
    return await answer(deps, reply, opened, 'postal-round-opened');
  });

  app.get(`${path}.pdf`, { config: { ...config, costly: 'pdf' } }, async (request, reply) => {
    const round = await requireRound(deps, request);
    if (!round.hasPrintouts || !round.isOpened)
      throw notFound('You have not opened the postal round of this turn.');
    const paper = readQuery(PaperQuery, request).paper ?? accountOf(request).paper;
    return sendRound(deps, pdfs, reply, { round, paper });
  });
}

/** @throws a 404 for anyone but the game's GM, and for a GM who plays or played in the game */
async function requireRound(deps: WebContext, request: FastifyRequest): Promise<PostalRound> {
  const { number } = readParams(GameParams, request);
  const round = await postalRound(deps.ctx, accountOf(request), gameNumber(number));
  if (round === null) throw notFound('There is no game here whose printouts you can send by post.');
  return round;
}

type Notice =
  | 'postal-addresses-saved'
  | 'paper-player-added'
  | 'replaced-by-paper-player'
  | 'postal-round-opened';

async function answer(
  deps: WebContext,
  reply: FastifyReply,
  result: { ok: true } | { ok: false; problems: Problem[] },
  notice: Notice,
): Promise<FastifyReply> {
  const round = await requireRound(deps, reply.request);
  if (result.ok) return reply.done(`/gm/games/${gameNumber(round.game)}/post`, notice);
  const values = submittedValues(reply.request);
  return render(reply.code(422), round, { problems: result.problems, values });
}

/** The page, as templates/web/gm/postal-round.eta prints it. */
interface PostalRoundView {
  number: string;
  gameTitle: string;
  turn: number;
  roundPath: string;
  own: string;
  seats: {
    field: string;
    identifier: string;
    name: string;
    address: string;
    sheet: string;
    enter: string | null;
    /** Where orders for later turns are entered; null if the game is not running. */
    advance: string | null;
  }[];
  /** Whom a form means with each seat, as the name and the value of a hidden field. */
  players: { field: string; mark: string }[];
  /** Whether a paper player can be added. */
  forming: boolean;
  /** The seats of a running game that a paper player can get. */
  replaceable: { id: string; label: string; selected: boolean }[];
  name: string;
  address: string;
  hasPrintouts: boolean;
  isOpened: boolean;
  /** The paper that the file is made for by default, and the address of the file for the other. */
  files: { label: string; href: string }[];
  problems: Problem[];
}

/** The hidden field that says whom a form means with a seat. */
function playerField(seatId: string): string {
  return `player-${seatId}`;
}

/** The addresses in a form, by the ids of the seats. A page that was opened a while ago may not have all of them. */
function addressesIn(values: Record<string, string>, { seats }: PostalRound['game']): Map<string, string> {
  const typed = seats.map(({ id }) => [id, values[`seat-${id}`]] as const);
  return new Map(typed.flatMap(([id, address]) => (address === undefined ? [] : [[id, address]])));
}

/** Whom a form meant with each seat, by the id of the seat: see `seatMark`. */
function marksIn(values: Record<string, string>, { seats }: PostalRound['game']): Map<string, string> {
  const marks = seats.map(({ id }) => [id, values[playerField(id)]] as const);
  return new Map(marks.flatMap(([id, mark]) => (mark === undefined ? [] : [[id, mark]])));
}

function replaceableSeats(
  game: PostalRound['game'],
  onPaper: PostalRound['seats'],
  chosen: string | undefined,
): PostalRoundView['replaceable'] {
  return game.seats
    .filter(({ id }) => !onPaper.some(({ seat }) => seat.id === id))
    .map(({ id, identifier, name, opponent }) => {
      const player = opponent ? `${name}, played by the computer` : name;
      return { id, label: `${identifier}: ${player}`, selected: id === chosen };
    });
}

function render(
  reply: FastifyReply,
  { game, own, seats, marks, hasPrintouts, isOpened }: PostalRound,
  { problems = [], values = {} }: { problems?: Problem[]; values?: Record<string, string> },
): FastifyReply {
  const number = gameNumber(game);
  const path = `/gm/games/${number}/post`;
  const letter = { label: 'Letter paper, #10 window envelopes', href: `${path}.pdf?paper=letter` };
  const a4 = { label: 'A4 paper, DIN DL window envelopes', href: `${path}.pdf?paper=a4` };
  // What was typed for another player is not kept: it would be saved for the new one.
  const isMeant = (id: string) => [undefined, marks.get(id)].includes(values[playerField(id)]);
  const view: PostalRoundView = {
    ...{ number, gameTitle: game.title, turn: game.turn, roundPath: path, hasPrintouts, isOpened, problems },
    own: values.own ?? own ?? '',
    players: [...marks].map(([id, mark]) => ({ field: playerField(id), mark })),
    seats: seats.map(({ seat, address, owes, isIn }) => ({
      field: `seat-${seat.id}`,
      identifier: seat.identifier,
      name: seat.name,
      address: (isMeant(seat.id) ? values[`seat-${seat.id}`] : undefined) ?? address ?? '',
      sheet: owes ? (isIn ? 'Entered' : 'Missing') : 'None owed',
      enter: owes ? `/gm/games/${number}/seats/${seat.id}/paper-sheet` : null,
      advance: game.status === 'running' ? paperAdvancePath(number, seat.id, game.turn + 1) : null,
    })),
    forming: game.status === 'forming',
    replaceable:
      game.status === 'running'
        ? replaceableSeats(game, seats, isMeant(values.seat ?? '') ? values.seat : undefined)
        : [],
    name: values.name ?? '',
    address: values.address ?? '',
    files: accountOf(reply.request).paper === 'a4' ? [a4, letter] : [letter, a4],
  };
  return reply.page('gm/postal-round', { title: `Postal round, ${number}`, ...view });
}
