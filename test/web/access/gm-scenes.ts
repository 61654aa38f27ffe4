import type { AppContext } from '../../../src/context.ts';
import { abandonGame } from '../../../src/games/game/abandon-game.ts';
import { beginGame } from '../../../src/games/game/begin-game.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import {
  enterPaperAdvanceOrders,
  openPaperAdvanceOrders,
} from '../../../src/games/post/paper-advance-orders.ts';
import { addPaperPlayer } from '../../../src/games/post/paper-players.ts';
import { readHeldPress } from '../../../src/games/press/held-press.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { rollBack } from '../../../src/games/processing/roll-back.ts';
import { pauseGame } from '../../../src/games/schedule/change-due-date.ts';
import { makeJoinLink } from '../../../src/games/seats/joining-policy.ts';
import { openPaperSheet } from '../../../src/games/sheets/open-paper-sheet.ts';
import { formingGame, gameNow, granted, runningGame, send, type TestGame } from '../../games/game/play.ts';

/* Games in the situations that the actions of a GM are for. */

/** A game in the situation that an action is for. */
export interface Scene extends TestGame {
  /** The values of the parameters in an action's address. */
  params: Record<string, string>;
}

export type SceneName =
  | 'running'
  | 'forming'
  | 'join link'
  | 'paused'
  | 'computer'
  | 'processed'
  | 'rolled back'
  | 'offered'
  | 'abandoned'
  | 'held press'
  | 'read press'
  | 'opened sheet'
  | 'paper player'
  | 'paper seat'
  | 'opened advance orders'
  | 'saved advance orders'
  | 'waiting mail'
  | 'written to'
  | 'chat';

/** Makes games in a database. */
export function gmScenes(ctx: AppContext) {
  const scenes: Record<SceneName, () => Promise<TestGame>> = {
    running: () => runningGame(ctx, { humans: 2, opponents: 2 }),
    forming: () => formingGame(ctx, { humans: 1, opponents: 3 }),
    'join link': async () => {
      const scene = await scenes.forming();
      granted(await makeJoinLink(ctx, { gameId: scene.game.id, by: scene.gm.id }));
      return scene;
    },
    paused: async () => {
      const scene = await scenes.running();
      granted(await pauseGame(ctx, { gameId: scene.game.id, by: scene.gm.id, turn: 1 }));
      return scene;
    },
    computer: async () => {
      const scene = await scenes.running();
      const [seat] = scene.seats;
      await ctx.db.prisma.seat.update({
        where: { id: seat?.id ?? '' },
        data: { opponent: true, accountId: null, reclaimableById: seat?.accountId ?? null },
      });
      return scene;
    },
    processed: async () => {
      const scene = await scenes.running();
      await processTurn(ctx, { gameId: scene.game.id, turn: 1, by: scene.gm.id });
      return scene;
    },
    'rolled back': async () => {
      const scene = await scenes.processed();
      granted(await rollBack(ctx, { gameId: scene.game.id, by: scene.gm.id, turn: 2, due: null }));
      return scene;
    },
    offered: async () => {
      const scene = await scenes.computer();
      const where = { id: scene.seats[0]?.id ?? '' };
      await ctx.db.prisma.seat.update({ where, data: { offered: true } });
      return scene;
    },
    abandoned: async () => {
      const scene = await scenes.running();
      const of = { gameId: scene.game.id, by: scene.gm.id, turn: 1 };
      granted(await abandonGame(ctx, { ...of, confirm: gameNumber(scene.game) }));
      return scene;
    },
    'waiting mail': async () => {
      const scene = await scenes.running();
      const nextAttempt = new Date(ctx.now().getTime() + 3_600_000);
      const where = { gameId: scene.game.id };
      await ctx.db.prisma.delivery.updateMany({ where, data: { status: 'retrying', nextAttempt } });
      return scene;
    },
    'written to': async () => {
      const scene = await scenes.running();
      const [gameId, accountId] = [scene.game.id, scene.players[0]?.id ?? missing('player')];
      const written = { fromGm: false, text: 'May I ask?', via: 'web' as const, sentAt: ctx.now() };
      await ctx.db.prisma.gmMessage.create({
        data: { gameId, turn: 1, gmId: scene.gm.id, accountId, ...written },
      });
      return scene;
    },
    chat: async () => {
      const scene = await scenes.running();
      const [gameId, accountId] = [scene.game.id, scene.gm.id];
      const url = 'https://discord.com/api/webhooks/1/x';
      const data = { kind: 'discord' as const, gameId, accountId, url, createdAt: ctx.now() };
      await ctx.db.prisma.webhook.create({ data });
      return scene;
    },
    'held press': async () => {
      const scene = await scenes.running();
      if (scene.seats[0]) await send(ctx, scene.seats[0], 1, { press: 'What a load of bullshit' });
      await processTurn(ctx, { gameId: scene.game.id, turn: 1, by: scene.gm.id });
      return scene;
    },
    'read press': async () => {
      const scene = await scenes['held press']();
      granted(await readHeldPress(ctx, { gameId: scene.game.id, by: scene.gm.id }));
      return scene;
    },
    'opened sheet': async () => {
      const scene = await scenes.running();
      const of = { gameId: scene.game.id, by: scene.gm.id, turn: 1, seatId: scene.seats[0]?.id ?? '' };
      granted(await openPaperSheet(ctx, of));
      return scene;
    },
    'paper player': async () => {
      const scene = await scenes.forming();
      const of = { gameId: scene.game.id, by: scene.gm.id };
      granted(await addPaperPlayer(ctx, { ...of, name: 'Pat Paper', address: 'Pat Paper' }));
      granted(await beginGame(ctx, { ...of, due: null }));
      return { ...scene, game: await gameNow(ctx, scene.game.id) };
    },
    // The paper player's seat is the first one, so that addresses name it.
    'paper seat': async () => {
      const scene = await scenes['paper player']();
      const seats = [...(await gameNow(ctx, scene.game.id)).seats];
      const isPaper = ({ account }: (typeof seats)[number]) => account?.email.endsWith('@paper.invalid');
      return { ...scene, seats: [...seats.filter(isPaper), ...seats.filter((seat) => !isPaper(seat))] };
    },
    'opened advance orders': async () => {
      const scene = await scenes['paper seat']();
      const of = { gameId: scene.game.id, by: scene.gm.id, turn: 1, seatId: scene.seats[0]?.id ?? '' };
      granted(await openPaperAdvanceOrders(ctx, of));
      return scene;
    },
    'saved advance orders': async () => {
      const scene = await scenes['opened advance orders']();
      const of = { gameId: scene.game.id, by: scene.gm.id, turn: 1, seatId: scene.seats[0]?.id ?? '' };
      const orders = { turn: 2, raw: { press: 'By post' }, final: false };
      granted(await enterPaperAdvanceOrders(ctx, of, orders));
      return scene;
    },
  };

  async function sceneFor(name: SceneName = 'running'): Promise<Scene> {
    const made = await scenes[name]();
    const where = { gameId: made.game.id };
    // Invitations come first: of all e-mails of these scenes, they alone may be canceled by the GM.
    const deliveries = await ctx.db.prisma.delivery.findMany({ where, orderBy: { id: 'asc' } });
    const delivery = deliveries.find(({ kind }) => kind === 'invitation') ?? deliveries[0];
    const release = await ctx.db.prisma.heldPressRelease.findFirst({ where });
    const message = await ctx.db.prisma.gmMessage.findFirst({ where });
    const chat = await ctx.db.prisma.webhook.findFirst({ where: { gameId: made.game.id } });
    const params = {
      ':number': gameNumber(made.game),
      ':seat': made.seats[0]?.id,
      // Orders for a later turn.
      ':turn': '2',
      ':delivery': delivery?.id,
      ':release': release?.id,
      ':message': message?.id,
      ':chat': chat?.id,
    };
    const known = Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return { ...made, params: Object.fromEntries(known) };
  }

  return { sceneFor };
}

/** An address or a field with the scene's values in place of parameters. */
export const filledIn = (scene: Scene, text: string) =>
  text.replace(/:[a-z]+/g, (param) => {
    const value = scene.params[param];
    if (value === undefined) throw new Error(`The scene has nothing for ${param} in ${text}.`);
    return value;
  });

function missing(what: string): never {
  throw new Error(`The scene has no ${what}.`);
}
