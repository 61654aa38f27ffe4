import { newToken } from '../../../src/accounts/tokens.ts';
import type { RouteAccess } from '../../../src/web/access/route-access.ts';
import { shortOrLong } from '../../helpers/long.ts';
import type { World } from './world.ts';

/** The games that the addresses name, and the turns in each. One game has every turn, the others one that it has. */
const TURNS = {
  watched: ['1', '2', '3', '4', 'standing'],
  mixed: ['1', '2', '3', 'standing'],
  race: ['1'],
  quiz: ['1', '2', '3', '4', 'standing'],
  over: ['1'],
  forming: ['1'],
  paused: ['1'],
  abandoned: ['1'],
  bystanders: ['1'],
} as const;

type Name = keyof typeof TURNS;
/** The games that the short version names in addresses. */
const IN_SHORT: readonly Name[] = ['watched', 'mixed', 'quiz', 'forming', 'over'];
const IN_LONG = Object.keys(TURNS) as Name[];

/** What each parameter of an address can be, within one game. A new parameter is a line here. */
async function valuesIn(world: World, name: Name): Promise<Record<string, readonly string[]>> {
  const game = world.games[name];
  const { prisma } = world.ctx.db;
  const where = { gameId: game.id };
  const delivery = await prisma.delivery.findFirst({ where, select: { id: true } });
  const message = await prisma.gmMessage.findFirst({ where, select: { id: true } });
  const release = await prisma.heldPressRelease.findFirst({ where, select: { id: true } });
  const absence = await prisma.absence.findFirst({ select: { id: true } });
  const nothing = '00000000-0000-4000-8000-000000000000';
  return {
    number: [game.number],
    turn: TURNS[name],
    version: name === 'watched' ? ['1', '2', '3', '4'] : ['1'],
    attempt: name === 'watched' ? ['1', '2'] : ['1'],
    seat: name === 'watched' ? Object.values(game.seats).map(({ id }) => id) : [firstSeat(world, name)],
    delivery: [delivery?.id ?? nothing],
    release: [release?.id ?? nothing],
    message: [message?.id ?? nothing],
    absence: [absence?.id ?? nothing],
    handle: [await sessionHandle(world)],
    passkey: [nothing],
    question: [nothing],
    token: [newToken()],
    id: [String(world.people['player 1'].id)],
    index: ['0'],
    ruleset: ['election-year'],
    game: [await practiceGame(world)],
  };
}

/** The requests of programs that name the turn in the query. */
const OF_A_TURN = /^\/api\/(my\/games\/:number|practice\/:game)\/(printout|printout\.pdf|versions)$/;

function identifiers({ games }: World, name: Name): string[] {
  const all = Object.values(games[name].seats).map(({ identifier }) => identifier);
  return name === 'watched' ? all : all.slice(0, 1);
}

function firstSeat(world: World, name: Name): string {
  return Object.values(world.games[name].seats)[0]?.id ?? '';
}

async function practiceGame({ ctx }: World): Promise<string> {
  return (await ctx.db.prisma.practiceGame.findFirstOrThrow({ select: { id: true } })).id;
}

async function sessionHandle({ ctx, people }: World): Promise<string> {
  const where = { accountId: people['player 1'].id };
  return (await ctx.db.prisma.session.findFirstOrThrow({ where })).handle;
}

/** The addresses of every GET route, by route. */
export async function allAddresses(world: World): Promise<Map<RouteAccess, string[]>> {
  const found = new Map<RouteAccess, string[]>();
  for (const route of world.app.routeAccess) {
    if (route.method === 'GET') found.set(route, await addressesOf(world, route));
  }
  return found;
}

/** Every address that a route can have in this world, its own and foreign ones alike. */
async function addressesOf(world: World, route: RouteAccess): Promise<string[]> {
  const parameters = [...route.url.matchAll(/:([a-z]+)/gi)].map(([, name]) => name as string);
  if (parameters.length === 0) return [route.url, ...queriesOf(world, route.url)];
  if (route.url.startsWith('/mailbox/:id')) {
    // Reading the parts of a mail takes long, and all parts are read in the same way.
    const mails = route.url === '/mailbox/:id' ? world.mails : world.mails.slice(0, shortOrLong(4, 1_000));
    return mails.map((id) => route.url.replace(':id', id).replace(':index', '0'));
  }
  const names = parameters.includes('number') ? shortOrLong(IN_SHORT, IN_LONG) : IN_SHORT.slice(0, 1);
  const urls: string[] = [];
  for (const name of names) {
    const values = await valuesIn(world, name);
    // Programs name seats by their identifiers.
    const named = route.url.startsWith('/api/') ? { ...values, seat: identifiers(world, name) } : values;
    urls.push(...filledIn(route.url, parameters, named));
  }
  if (OF_A_TURN.test(route.url))
    return urls.flatMap((url) => ['1', '2', '3'].map((turn) => `${url}?turn=${turn}`));
  return route.url.endsWith('/letters/new') ? [...urls, ...(await replyAddresses(world, urls))] : urls;
}

function filledIn(url: string, parameters: string[], values: Record<string, readonly string[]>): string[] {
  return parameters.reduce<string[]>(
    (urls, name) => {
      const known = values[name];
      if (known === undefined) {
        throw new Error(
          `Add what ":${name}" of ${url} can be to valuesIn in test/security/review/addresses.ts.`,
        );
      }
      return urls.flatMap((one) => known.map((value) => one.replace(`:${name}`, value)));
    },
    [url],
  );
}

/** Queries with which a page shows something else. */
function queriesOf(world: World, url: string): string[] {
  if (url === '/operator') return [`/operator?after=${world.people['player 1'].id}`];
  if (url !== '/gm/new') return [];
  const copies = Object.values(world.games).map(({ number }) => `/gm/new?from=${number}`);
  return ['/gm/new?ruleset=election-year', '/gm/new?ruleset=margin-of-error', ...copies];
}

/** The form for a letter that replies to each letter of the first game, and not to others. */
async function replyAddresses({ ctx, games }: World, urls: string[]): Promise<string[]> {
  const letters = await ctx.db.prisma.letter.findMany({ where: { gameId: games.watched.id } });
  return letters.map(({ id }) => `${urls[0]}?answer=${id}`);
}
