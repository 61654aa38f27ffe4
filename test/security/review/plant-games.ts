import type { AppContext } from '../../../src/context.ts';
import type { Account, Seat } from '../../../src/database/generated/client.ts';
import { abandonGame } from '../../../src/games/game/abandon-game.ts';
import { beginGame } from '../../../src/games/game/begin-game.ts';
import { createGame } from '../../../src/games/game/create-game.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { setLettersPolicy } from '../../../src/games/letters/letters-policy.ts';
import { writeLetter } from '../../../src/games/letters/write-letter.ts';
import { replyAsGm, writeToGm } from '../../../src/games/messages/write-message.ts';
import { saveNotes } from '../../../src/games/notes/private-notes.ts';
import { broadcast } from '../../../src/games/notices/broadcast.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { rollBack } from '../../../src/games/processing/roll-back.ts';
import { announceAbsence } from '../../../src/games/schedule/absences.ts';
import { pauseGame } from '../../../src/games/schedule/change-due-date.ts';
import { joinGame } from '../../../src/games/seats/join-game.ts';
import { makeJoinLink, setJoiningPolicy } from '../../../src/games/seats/joining-policy.ts';
import { addSeat } from '../../../src/games/seats/manage-seats.ts';
import { offerSeat } from '../../../src/games/seats/offer-seat.ts';
import { handSeatToComputer, replacePlayer } from '../../../src/games/seats/replace-player.ts';
import { STANDING_ORDERS, sendAdvanceOrders } from '../../../src/games/sheets/advance-orders.ts';
import { submitSheet } from '../../../src/games/sheets/submit-sheet.ts';
import { firstDue, gameNow, granted, send } from '../../games/game/play.ts';
import type { People, PersonName } from './people.ts';
import { playQuiz, quizOptions } from './plant-quiz.ts';
import type { Secrets } from './secrets.ts';

/** A game of the world. */
export interface PlantedGame {
  id: string;
  number: string;
  gm: Account;
  /** The seats of people, by who sits there; those of computers by `computer 1`, `computer 2`. */
  seats: Record<string, Seat>;
}

export const GAMES = [
  'watched',
  'mixed',
  'race',
  'quiz',
  'over',
  'forming',
  'paused',
  'abandoned',
  'bystanders',
] as const;
export type GameName = (typeof GAMES)[number];
export type Games = Record<GameName, PlantedGame>;

/** What the games need to be planted. */
export interface Planting {
  ctx: AppContext;
  secrets: Secrets;
  people: People;
}

interface GamePlan {
  ruleset?: string;
  gm: PersonName;
  players: readonly PersonName[];
  computers: number;
  begin?: boolean;
}

const PLANS: Record<GameName, GamePlan> = {
  watched: {
    gm: 'GM',
    players: ['player 1', 'player 2', 'operator who plays', 'former player', 'reclaimer'],
    computers: 1,
  },
  mixed: { gm: 'GM who plays', players: ['GM who plays', 'player 1', 'player 2'], computers: 1 },
  race: { ruleset: 'margin-of-error', gm: 'GM', players: ['player 1', 'player 2'], computers: 0 },
  quiz: {
    ruleset: 'politics',
    gm: 'GM',
    players: ['player 1', 'player 2', 'operator who plays'],
    computers: 1,
  },
  over: { ruleset: 'margin-of-error', gm: 'GM', players: ['player 1'], computers: 1 },
  forming: { gm: 'GM', players: ['player 1', 'invited'], computers: 2, begin: false },
  paused: { gm: 'GM', players: ['player 1', 'player 2'], computers: 2 },
  abandoned: { gm: 'GM', players: ['player 1', 'player 2'], computers: 2 },
  bystanders: { gm: 'GM of another game', players: ['bystander', 'GM who plays'], computers: 2 },
};

/** Plants every game in its situation. */
export async function plantGames(planting: Planting): Promise<Games> {
  const made: [GameName, PlantedGame][] = [];
  for (const name of GAMES) made.push([name, await plantGame(planting, name, PLANS[name])]);
  const games = Object.fromEntries(made) as Games;
  await playWatched(planting, games.watched);
  await playMixed(planting, games.mixed);
  await playOthers(planting, games);
  await playQuiz(planting, games.quiz);
  return games;
}

async function plantGame(planting: Planting, title: GameName, plan: GamePlan): Promise<PlantedGame> {
  const { ctx, people } = planting;
  const gm = people[plan.gm];
  const wanted = { ruleset: plan.ruleset ?? 'election-year', title: `The ${title} game`, gmId: gm.id };
  const options = title === 'quiz' ? quizOptions(planting.secrets, gm) : {};
  const rest = { options, daysPerTurn: 14, timeZone: 'America/New_York', processWhenComplete: false };
  const game = granted(await createGame(ctx, { ...wanted, ...rest }));
  const by = { gameId: game.id, by: gm.id };
  // No one loses a seat by missing turns.
  await ctx.db.prisma.gamePolicy.update({ where: { gameId: game.id }, data: { maxMisses: 0 } });
  const seats: Record<string, Seat> = {};
  // The same people are invited to more games than are allowed in a day.
  await ctx.db.prisma.mailRequest.deleteMany();
  for (const player of plan.players) {
    const { email } = people[player];
    seats[player] = granted(await addSeat(ctx, { ...by, name: `Typed ${player}`, email }));
  }
  for (let n = 1; n <= plan.computers; n += 1) {
    seats[`computer ${n}`] = granted(await addSeat(ctx, { ...by, name: `Computer ${n}`, opponent: true }));
  }
  if (plan.begin !== false) granted(await beginGame(ctx, { ...by, due: firstDue }));
  return { id: game.id, number: gameNumber(game), gm, seats };
}

/** The seat of a person in a game. */
export function seatOf(game: PlantedGame, person: string): Seat {
  const seat = game.seats[person];
  if (seat === undefined) throw new Error(`${person} has no seat in ${game.number}.`);
  return seat;
}

/** A running game with everything that a running game can have; turn 3 is open for the second time. */
async function playWatched(planting: Planting, game: PlantedGame): Promise<void> {
  const { ctx, people } = planting;
  const of = { gameId: game.id, by: game.gm.id };
  granted(await setLettersPolicy(ctx, { ...of, letters: 'open', lettersBefore: null }));
  await giveUniqueMoney(planting, game);
  await plantLetter(planting, game, 'former player', 'player 1');
  await processTurn(ctx, { ...of, turn: 1 });
  await send(ctx, seatOf(game, 'player 2'), 2, { press: 'On the record' });
  await processTurn(ctx, { ...of, turn: 2 });
  granted(await rollBack(ctx, { ...of, turn: 3, due: null }));
  await plantHeldPress(planting, game, 'player 2', 2);
  await processTurn(ctx, { ...of, turn: 2 });
  for (const player of ['player 1', 'player 2', 'former player'] as const) {
    await plantNotes(planting, game, player);
  }
  await replaceAndHandOver(planting, game);
  for (const player of ['player 1', 'player 2', 'operator who plays', 'successor'] as const) {
    await plantSheets(planting, game, player, 3);
  }
  await plantPaperSheet(planting, game, 'player 2', 3);
  await plantLetter(planting, game, 'player 1', 'player 2');
  await plantLetter(planting, game, 'player 2', 'operator who plays');
  for (const player of ['player 1', 'player 2'] as const) await plantMessages(planting, game, player);
  await plantBroadcast(planting, game, 3);
  const absence = { accountId: people['player 2'].id, firstDay: '2027-03-20', lastDay: '2027-03-25' };
  granted(await announceAbsence(ctx, absence));
  await collectFigures(planting, game);
}

/** A GM who plays: everything that a GM without a seat may see of players is there. */
async function playMixed(planting: Planting, game: PlantedGame): Promise<void> {
  const { ctx } = planting;
  const of = { gameId: game.id, by: game.gm.id };
  granted(await setLettersPolicy(ctx, { ...of, letters: 'open', lettersBefore: null }));
  await plantHeldPress(planting, game, 'player 1', 1);
  await giveUniqueMoney(planting, game);
  await processTurn(ctx, { ...of, turn: 1 });
  for (const player of ['player 1', 'player 2', 'GM who plays'] as const) {
    await plantSheets(planting, game, player, 2);
  }
  await plantLetter(planting, game, 'player 1', 'player 2');
  await collectFigures(planting, game);
}

async function playOthers(planting: Planting, games: Games): Promise<void> {
  const { ctx, people, secrets } = planting;
  const { over, forming, paused, abandoned, bystanders, race } = games;
  const refused = secrets.plant('refused sheet', 'race', { owner: people['player 1'].id });
  await send(ctx, seatOf(race, 'player 1'), 1, { actions: refused });
  for (let turn = 1; (await gameNow(ctx, over.id)).status === 'running'; turn += 1) {
    await processTurn(ctx, { gameId: over.id, by: over.gm.id, turn });
  }
  const inForming = { gameId: forming.id, by: forming.gm.id };
  const policy = { joining: 'open' as const, seatsWanted: 4, beginWhenFull: false };
  granted(await setJoiningPolicy(ctx, { ...inForming, ...policy }));
  secrets.add('invitation link', 'forming', [granted(await makeJoinLink(ctx, inForming))]);
  const joins = { gameId: forming.id, by: people.waitlisted.id, link: null, wish: {} };
  granted(await joinGame(ctx, joins));
  granted(await pauseGame(ctx, { gameId: paused.id, by: paused.gm.id, turn: 1 }));
  const atTurn = { gameId: abandoned.id, by: abandoned.gm.id, turn: 1 };
  await plantSheets(planting, abandoned, 'player 1', 1);
  granted(await abandonGame(ctx, { ...atTurn, confirm: abandoned.number }));
  await plantSheets(planting, bystanders, 'bystander', 1);
  await plantSheets(planting, paused, 'player 1', 1);
}

/** A refused sheet, one that is superseded, one that counts, and orders for later turns. */
async function plantSheets(
  { ctx, secrets, people }: Planting,
  game: PlantedGame,
  player: PersonName,
  turn: number,
): Promise<void> {
  const seat = { ...seatOf(game, player), accountId: people[player].id };
  const of = { owner: people[player].id };
  const where = `${player} in ${game.number}`;
  const press = secrets.plant('refused sheet', where, of);
  await send(ctx, seat, turn, { press, fundraising: ['CA', 'CA'] });
  for (const _version of [1, 2]) {
    await send(ctx, seat, turn, { press: secrets.plant('sheet for the open turn', where, of) });
  }
  for (const later of [turn + 1, STANDING_ORDERS]) {
    const raw = { press: secrets.plant('advance orders', where, of) };
    const by = { gameId: game.id, seatId: seat.id, sentById: of.owner };
    granted(await sendAdvanceOrders(ctx, { ...by, turn: later, raw }));
  }
}

async function plantPaperSheet(
  { ctx, secrets, people }: Planting,
  game: PlantedGame,
  player: PersonName,
  turn: number,
): Promise<void> {
  const raw = { press: secrets.plant('paper sheet', player, { owner: people[player].id }) };
  const seen = { accountId: game.gm.id, kind: 'paperSheet' as const, at: ctx.now() };
  const seatId = seatOf(game, player).id;
  await ctx.db.prisma.inspection.create({ data: { ...seen, gameId: game.id, turn, seatId } });
  const by = { gameId: game.id, seatId, sentById: game.gm.id };
  await submitSheet(ctx, { ...by, turn, raw, channel: 'post' });
}

/** A press release that is held when this turn is processed. */
async function plantHeldPress(
  { ctx, secrets, people }: Planting,
  game: PlantedGame,
  player: PersonName,
  turn: number,
): Promise<void> {
  const gmPlays = game.seats['GM who plays'] !== undefined;
  const of = { owner: people[player].id, games: [{ gmId: game.gm.id, gmPlays }] };
  const press = `What bullshit ${secrets.plant('held press release', `${player} in ${game.number}`, of)}`;
  await send(ctx, { ...seatOf(game, player), accountId: of.owner }, turn, { press });
}

async function plantLetter(
  { ctx, secrets, people }: Planting,
  game: PlantedGame,
  from: PersonName,
  to: PersonName,
): Promise<void> {
  const of = { owner: people[from].id, recipients: [people[to].id] };
  const text = `Between us: ${secrets.plant('letter', `${from} to ${to}`, of)}`;
  const seats = [seatOf(game, to).id];
  granted(await writeLetter(ctx, { gameId: game.id, by: of.owner, to: seats, text, via: 'web' }));
}

async function plantNotes(
  { ctx, secrets, people }: Planting,
  game: PlantedGame,
  player: PersonName,
): Promise<void> {
  const by = people[player].id;
  const text = `Do not forget ${secrets.plant('private notes', `${player} in ${game.number}`, { owner: by })}.`;
  granted(await saveNotes(ctx, { gameId: game.id, by, text }));
}

/** A message from a player to the GM, and the GM's reply. */
async function plantMessages(
  { ctx, secrets, people }: Planting,
  game: PlantedGame,
  player: PersonName,
): Promise<void> {
  const of = { owner: people[player].id, recipients: [game.gm.id] };
  const word = (from: string) => secrets.plant('message with the GM', `${from} in ${game.number}`, of);
  const [asked, answered] = [word(player), word(`GM to ${player}`)];
  const inGame = { gameId: game.id, via: 'web' as const };
  const messageId = granted(await writeToGm(ctx, { ...inGame, by: of.owner, text: asked }));
  granted(await replyAsGm(ctx, { ...inGame, by: game.gm.id, messageId, text: answered }));
}

async function plantBroadcast(
  { ctx, secrets, people }: Planting,
  game: PlantedGame,
  turn: number,
): Promise<void> {
  const players = ['player 1', 'player 2', 'operator who plays', 'successor'] as const;
  const recipients = players.map((player) => people[player].id);
  const games = [{ gmId: game.gm.id, gmPlays: false }];
  const text = secrets.plant('broadcast', game.number, { recipients, games });
  granted(await broadcast(ctx, { gameId: game.id, by: game.gm.id, turn, text }));
}

/** A former player who was replaced, and one who may reclaim the seat from the computer. */
async function replaceAndHandOver({ ctx, people }: Planting, game: PlantedGame): Promise<void> {
  const at = { gameId: game.id, by: game.gm.id, turn: 3 };
  const { email } = people.successor;
  const seatId = seatOf(game, 'former player').id;
  granted(await replacePlayer(ctx, { ...at, seatId, name: 'Typed successor', email }));
  game.seats.successor = seatOf(game, 'former player');
  const reclaimed = { ...at, seatId: seatOf(game, 'reclaimer').id };
  granted(await handSeatToComputer(ctx, reclaimed));
  granted(await offerSeat(ctx, reclaimed));
}

interface Money {
  players: { id: string; cash: number; income: number }[];
}

/** Gives every player amounts that mean nothing else wherever they appear. */
async function giveUniqueMoney({ ctx }: Planting, game: PlantedGame): Promise<void> {
  const where = { gameId: game.id };
  const { state } = await ctx.db.prisma.gameState.findUniqueOrThrow({ where });
  const changed = structuredClone(state) as Money;
  const base = 5_310_017 + 400_000 * Number(game.number.split('-')[1]);
  for (const [i, player] of changed.players.entries()) player.cash = base + i * 10_000;
  await ctx.db.prisma.gameState.update({ where, data: { state: changed } });
}

/** The cash of every seat after each turn, for the person who sat there then. */
async function collectFigures({ ctx, secrets, people }: Planting, game: PlantedGame): Promise<void> {
  const where = { gameId: game.id, turn: { gte: 1 } };
  const turns = await ctx.db.prisma.turn.findMany({ where, orderBy: [{ turn: 'asc' }, { attempt: 'asc' }] });
  for (const { turn, state } of turns) {
    for (const [person, seat] of Object.entries(game.seats)) {
      const account = people[person as PersonName];
      const player = (state as Money).players.find(({ id }) => id === seat.identifier);
      if (account === undefined || player === undefined || person === 'successor') continue;
      // The new player has the last printout in force, and the seat's money as it is now.
      const recipients = person === 'former player' ? [people.successor.id] : [];
      secrets.addFigure(`${person} after turn ${turn}`, player.cash, { owner: account.id, recipients });
    }
  }
}
