import { setTimeout as sleep } from 'node:timers/promises';
import { now, until, within } from '../machine/wait.ts';
import type { Aim } from '../plan.ts';
import { createRandom, type Random } from '../random.ts';
import type { World } from '../world.ts';
import { isDone } from './browser.ts';
import {
  createGame,
  dueIn,
  gmAction,
  identifierOf,
  type NewGame,
  openGmPage,
  type PlayedGame,
} from './games.ts';
import type { Person } from './person.ts';
import { openSheet, sendSheet } from './sheets.ts';

/** What players and GMs do all the time. */
export interface Load {
  /** Makes the server busy with something, and returns while it is. */
  provoke(aim: Aim): Promise<void>;
  /** Ends all of it. */
  stop(): Promise<void>;
}

/** Milliseconds between two things that a player does, and that are done to a game by its GM. */
const PLAYER_PAUSE: [min: number, max: number] = [2_500, 6_000];
const GM_PAUSE: [min: number, max: number] = [5_000, 10_000];

/** How long it may take to make the server busy, in milliseconds. */
const PROVOKE_LIMIT = 4_000;

/** After so much healthy time (milliseconds) a turn that is due counts as stuck, and its GM sets another date. */
const DUE_LIMIT = 60_000;

/** The games that are played. Another one like it begins when one is over. */
export function wantedGames(world: World, small: boolean): NewGame[] {
  const { operator, gm, players } = world.people;
  const [ann, ben, cleo, dora, emil] = players as [Person, Person, Person, Person, Person];
  const games: NewGame[] = [
    { ruleset: 'election-year', pace: 'complete', gm: operator, players: [ann, ben, cleo], computers: 1 },
    { ruleset: 'margin-of-error', pace: 'due', gm, players: [dora, emil], computers: 0 },
    { ruleset: 'election-year', pace: 'button', gm: operator, players: [cleo, dora], computers: 2 },
    { ruleset: 'election-year', pace: 'due', gm, players: [ben, emil], computers: 3 },
    { ruleset: 'margin-of-error', pace: 'final', gm, players: [ann], computers: 0 },
  ];
  return small ? games.slice(0, 3) : games;
}

/** Has people play until it is stopped. What they do depends on the seed, but not when the server lets them do it. */
export function startLoad(world: World, seed: number, wanted: readonly NewGame[]): Load {
  const { players } = world.people;
  let stopped = false;
  const loop = async (random: Random, pause: [number, number], act: (random: Random) => Promise<void>) => {
    while (!stopped) {
      await sleep(random.integer(...pause));
      if (stopped) return;
      await act(random).catch((error: Error) =>
        world.journal.note('client failed', { error: error.message }),
      );
    }
  };
  const loops = [
    ...players
      .slice(0, 5)
      .map((player, i) => loop(createRandom(seed + i), PLAYER_PAUSE, (random) => act(world, player, random))),
    ...wanted.map((game, i) =>
      loop(createRandom(seed + 100 + i), GM_PAUSE, (random) => runGame(world, game, i, random)),
    ),
  ];
  const random = createRandom(seed + 200);
  return {
    provoke: (aim) => within(provoke(world, random, aim), PROVOKE_LIMIT, undefined),
    async stop() {
      stopped = true;
      await Promise.all(loops);
    },
  };
}

/** A player sends the sheet of one of their games, or writes a letter. */
async function act(world: World, player: Person, random: Random): Promise<void> {
  const own = world.games.filter((game) => !game.over && seatOf(game, player) !== undefined);
  if (own.length === 0) return;
  const game = random.pick(own);
  if (random.chance(0.1)) return writeLetter(world, game, player, random);
  await playSeat(world, game, player, { random, final: game.pace === 'final' || random.chance(0.5) });
}

/** Sends the sheet of a player's seat, if there is one to fill in. Returns its turn if the server acknowledged it. */
export async function playSeat(
  world: World,
  game: PlayedGame,
  player: Person,
  { random, final }: { random: Random; final: boolean },
): Promise<number | null> {
  const seat = seatOf(game, player);
  const page = seat && (await openSheet(game, seat));
  if (!seat || !page || page.turn === null) return null;
  const sheet = await sendSheet(game, seat, page, { random, ledger: world.ledger, final });
  const { answer, turn, version, detail } = sheet;
  world.journal.note('sheet', { game: game.number, seat: seat.identifier, turn, version, answer, detail });
  return answer === 'acknowledged' ? turn : null;
}

function seatOf(game: PlayedGame, player: Person) {
  return game.seats.find((seat) => seat.player === player);
}

async function writeLetter(world: World, game: PlayedGame, from: Person, random: Random): Promise<void> {
  const others = game.seats.filter(({ player }) => player !== null && player !== from);
  if (others.length === 0) return;
  const text = `Letter ${random.integer(100_000, 999_999)} of ${identifierOf(from)}.`;
  const path = `/my/games/${game.number}/letters`;
  const to = `to_${random.pick(others).identifier}`;
  const answer = await from.browser.send(`${path}/new`, path, { text, [to]: 'yes' });
  if (isDone(answer)) world.acknowledged.push({ kind: 'letter', game: game.number, text });
}

/** A GM does something to the game of a place, or begins the next one there. */
async function runGame(world: World, wanted: NewGame, place: number, random: Random): Promise<void> {
  const game = world.games.findLast((one) => one.wanted === wanted);
  if (game === undefined || game.over) {
    const next = await createGame(wanted);
    world.journal.note('game begun', { game: next.number, place });
    world.games.push(next);
    return;
  }
  if (random.chance(0.1)) {
    const text = `Message ${random.integer(100_000, 999_999)} to all players.`;
    await gmAction(await openGmPage(game), 'broadcast', { text });
  } else if (game.pace === 'button') {
    await pressProcess(world, game);
  } else if (game.pace === 'due') {
    await setDue(world, game, random);
  }
}

/** The GM presses the button that processes the turn, whatever sheets are missing. */
export async function pressProcess(world: World, game: PlayedGame): Promise<void> {
  const page = await openGmPage(game);
  const { turn } = page;
  const accepted = await gmAction(page, 'process', { anyway: 'yes' });
  world.journal.note('process pressed', { game: game.number, turn, accepted });
  if (accepted && turn !== null) world.acknowledged.push({ kind: 'process', game: game.number, turn });
}

/** The GM sets a due date some seconds ahead, unless one is still to come. */
export async function setDue(world: World, game: PlayedGame, random: Random): Promise<void> {
  const { acknowledged, health, journal, problems } = world;
  const last = acknowledged.findLast((one) => one.kind === 'due' && one.game === game.number);
  const page = await openGmPage(game);
  const { turn } = page;
  if (turn === null) return;
  if (last?.kind === 'due' && last.turn === turn) {
    const waited = Math.min(Date.now() - last.due, health.value() - last.healthyBefore);
    if (waited < DUE_LIMIT) return;
    const due = new Date(last.due).toISOString();
    problems.push(`${game.number}: turn ${turn} was due ${due} and not processed a minute later`);
    journal.note('turn stuck after its due date', { game: game.number, turn, waited });
  }
  const ahead = random.integer(2_000, 6_000);
  const accepted = await gmAction(page, 'due', { due: dueIn(ahead) });
  journal.note('due date set', { game: game.number, turn, ahead, accepted });
  if (!accepted) return;
  const due = Date.now() + ahead;
  acknowledged.push({ kind: 'due', game: game.number, turn, due, healthyBefore: health.value() + ahead });
}

/** How many sheets are sent at the same moment. */
const AT_ONCE = 3;

async function provoke(world: World, random: Random, aim: Aim): Promise<void> {
  const games = world.games.filter(({ over }) => !over);
  if (aim === 'anything' || games.length === 0) return;
  const ignored = () => {};
  if (aim === 'sheets arrive') {
    const seats = games.flatMap((game) => game.seats.map((seat) => ({ game, seat })));
    const chosen = random.some(
      seats.filter(({ seat }) => seat.player !== null),
      AT_ONCE,
    );
    const pages = await Promise.all(chosen.map(({ game, seat }) => openSheet(game, seat)));
    for (const [i, { game, seat }] of chosen.entries()) {
      const page = pages[i];
      if (!page || page.turn === null) continue;
      void sendSheet(game, seat, page, { random, ledger: world.ledger, final: true }).catch(ignored);
    }
  }
  if (aim === 'a turn is processed') void pressProcess(world, random.pick(games)).catch(ignored);
  if (aim === 'mail is sent') {
    let sending = false;
    world.relay.onSending(() => {
      sending = true;
    });
    const page = await openGmPage(random.pick(games));
    void gmAction(page, 'broadcast', { text: `Hear this, at ${now()}.` }).catch(ignored);
    await until(() => sending, 3_000, 5);
  }
}
