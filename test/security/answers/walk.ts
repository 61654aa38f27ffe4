import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Account } from '../../../src/database/generated/client.ts';
import { RIVAL_PLANS } from '../../../src/rules/guess.ts';
import { openQuestions } from '../../../src/rules/politics/pending.ts';
import { readPdf } from '../../printouts/read-pdf.ts';
import { testCode, type Visitor } from '../../web/visitor.ts';
import { wrongAnswer } from './quiz.ts';
import type { TwinGame } from './twin-games.ts';

/* Every request with which someone can learn something of one game, and what it is told. */

/** Someone who sends requests. */
export interface Walker {
  name: string;
  visitor: Visitor;
  /** Null for the public. */
  account: Account | null;
}

/** What was told: the text of the response, and of its headers that may tell something. */
export interface Told {
  status: number;
  text: string;
}

/** A request of a walk; `name` is the same in both twins. */
export interface Step {
  name: string;
  /** Whether the page has a table whose rows are in no certain order: mail that was made at the same moment. */
  hasLooseRows?: boolean;
  ask(walker: Walker): Promise<Told>;
}

const NO_ROW = '00000000-0000-4000-8000-000000000000';

/** Pages of which the GM's are about what only the GM knows. */
const OTHERS = { delivery: [NO_ROW], message: [NO_ROW], release: [NO_ROW], absence: [NO_ROW] };

/** All requests about a game: every GET route, and every way to have a sheet checked or tried out. */
export function stepsOf(app: FastifyInstance, game: TwinGame): Step[] {
  return [...pageSteps(app, game), ...sheetSteps(app, game)];
}

function pageSteps(app: FastifyInstance, game: TwinGame): Step[] {
  const turns = Array.from({ length: game.turn + 1 }, (_, i) => String(i + 1));
  const values: Record<string, string[]> = {
    ...OTHERS,
    number: [game.number],
    turn: [...turns, 'standing'],
    ...{ version: ['1'], attempt: ['1'] },
    seat: game.seats.map(({ id }) => id),
  };
  const routes = app.routeAccess.filter(({ method, url }) => method === 'GET' && url.includes(':number'));
  return routes.flatMap(({ url }) =>
    addressesOf(url, values).map((address): Step => {
      const name = named(address, game);
      return {
        name,
        hasLooseRows: ['/gm/games/:number', '/api/gm/games/:number'].includes(url),
        ask: async ({ visitor, account }) => told(await visitor.get(address, basic(account))),
      };
    }),
  );
}

function addressesOf(route: string, values: Record<string, string[]>): string[] {
  const names = [...route.matchAll(/:([a-z]+)/gi)].map(([, name]) => name as string);
  // An invitation is not found without its token, and says nothing of the game.
  const known = names.filter((name) => name !== 'token');
  for (const name of known) {
    if (values[name] === undefined) throw new Error(`Add what ":${name}" of ${route} can be to walk.ts.`);
  }
  return known.reduce<string[]>(
    (urls, name) => {
      return urls.flatMap((url) => (values[name] ?? []).map((value) => url.replace(`:${name}`, value)));
    },
    [route.replace(':token', 'A'.repeat(43))],
  );
}

/** An address with the identifiers of seats instead of their rows, which differ between twins. */
function named(address: string, { seats }: TwinGame): string {
  return seats.reduce((url, { id, identifier }) => url.replace(id, identifier), address);
}

/** Each letter to all questions of the game, by whoever may ask for it. */
function sheetSteps(app: FastifyInstance, { number, turn, state }: TwinGame): Step[] {
  const post = (walker: Walker, url: string, body: unknown) =>
    posted(app, walker, `${url}?turn=${turn}`, body);
  const page = `/my/games/${number}/sheet`;
  return ['A', 'B', 'C', 'D'].flatMap((letter): Step[] => {
    const sheetOf = ({ account }: Walker) => tried(state, account, letter);
    const name = (what: string) => `${what} with ${letter}`;
    return [
      {
        name: name('POST check, by a program'),
        ask: (walker) => post(walker, `/api/games/${number}/sheet/check`, sheetOf(walker)),
      },
      ...[null, ...RIVAL_PLANS].map((plan): Step => {
        const rivals = plan === null ? '' : `&rivals=${plan}`;
        return {
          name: name(`POST guess${rivals}, by a program`),
          ask: (walker) =>
            posted(app, walker, `/api/games/${number}/sheet/guess?turn=${turn}${rivals}`, sheetOf(walker)),
        };
      }),
      ...['check', 'try'].map((action): Step => {
        return {
          name: name(`POST ${action}, on the page`),
          ask: async (walker) =>
            told(await walker.visitor.post(`${page}/${action}`, fieldsOf(sheetOf(walker), turn))),
        };
      }),
    ];
  });
}

/** A sheet of the seat that a person has: the seats are told apart by the names of their players. */
function tried(state: TwinGame['state'], account: Account | null, letter: string) {
  // Every answer is wrong, whatever the letter is.
  if (state.phase === 'speed') {
    return { written: Array.from({ length: 5 }, (_, i) => wrongAnswer('try', i)) };
  }
  const own = openQuestions(state).filter(({ by }) => by === seatFor(account));
  return { answers: own.map(({ asked }) => ({ question: asked.label, answer: letter })) };
}

/** The players' names are such that their seats get these identifiers. */
function seatFor(account: Account | null): string | null {
  return account === null ? null : account.name.replace(/[^A-Z]/g, '').slice(0, 2);
}

/** A sheet as the page sends it. */
function fieldsOf(sheet: ReturnType<typeof tried>, turn: number): Record<string, string> {
  const { answers = [], written = [] } = sheet as {
    answers?: { question: string; answer: string }[];
    written?: string[];
  };
  return {
    _turn: String(turn),
    ...Object.fromEntries(
      answers.flatMap(({ question, answer }, i) => [
        [`answers[${i}].question`, question],
        [`answers[${i}].answer`, answer],
      ]),
    ),
    ...Object.fromEntries(written.map((text, i) => [`written[${i}]`, text])),
  };
}

async function posted(app: FastifyInstance, walker: Walker, url: string, body: unknown): Promise<Told> {
  const headers = { ...basic(walker.account), 'content-type': 'application/json' };
  return told(await app.inject({ method: 'POST', url, headers, payload: JSON.stringify(body) }));
}

function basic(account: Account | null): Record<string, string> {
  if (account === null) return {};
  return { authorization: `Basic ${Buffer.from(`${account.id}:${testCode}`).toString('base64')}` };
}

async function told(response: LightMyRequestResponse): Promise<Told> {
  const bytes = response.rawPayload;
  const isPdf = bytes.subarray(0, 5).toString('latin1') === '%PDF-';
  const { location = '' } = response.headers;
  return { status: response.statusCode, text: `${isPdf ? await pdfText(bytes) : response.body} ${location}` };
}

/** The text of a PDF, with the names of its parts. */
export async function pdfText(bytes: Buffer): Promise<string> {
  const { pages, info, outline } = await readPdf(bytes);
  const { ModDate: _, CreationDate: __, ...said } = info;
  return [...pages, JSON.stringify(said), ...outline].join('\n');
}

/** A text without what differs between any two servers: rows, tokens, and hashes. */
export function neutral(text: string): string {
  return (
    text
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'ROW')
      .replace(/\b[0-9a-f]{64}\b/g, 'HASH')
      // What stands for a player in forms: a keyed hash of the seat and the account.
      .replace(/("mark":|name="player[\w-]*" value=)"[0-9a-f]{16}"/g, '$1"MARK"')
      .replace(/\b[2-9A-Z]{4}-[2-9A-Z]{4}\b/g, 'TOKEN')
      .replace(/[\w-]{43,}/g, 'TOKEN')
  );
}

/** A page without the order of the rows of its tables, or JSON without that of the objects with an id. */
export function withoutRowOrder(text: string): string {
  return text
    .split(/(?=<tr>)|(?<=<\/tr>)|(?=\{"id":)|(?<=\}),?/)
    .map((part) => part.trim())
    .sort()
    .join('\n');
}
