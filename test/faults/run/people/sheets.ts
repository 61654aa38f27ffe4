import type { Random } from '../random.ts';
import { type Answer, describeAnswer } from './browser.ts';
import type { PlayedGame, PlayedSeat } from './games.ts';
import { signInAgain, wasSignedOut } from './person.ts';

/** What the server said about a sheet that was sent. */
export type SheetAnswer =
  /** It confirmed the sheet with the page of a receipt. */
  | 'acknowledged'
  /** It said that the sheet cannot be played, or no longer. */
  | 'refused'
  | 'stale'
  /** There was no answer, or an error: the sheet may have come or not. */
  | 'unknown';

/** A sheet that was sent: what the run knows about it. */
export interface SentSheet {
  game: string;
  seat: string;
  turn: number;
  at: string;
  /** The fields that were filled in. */
  values: Record<string, string>;
  final: boolean;
  answer: SheetAnswer;
  /** Null unless it was acknowledged. */
  version: number | null;
  detail: string;
}

/** All sheets that were sent, in order. */
export type Ledger = SentSheet[];

/** What the page of a sheet shows. */
export interface SheetPage {
  answer: Answer;
  /** Null if there is no sheet to fill in: the server does not answer, or the seat owes none. */
  turn: number | null;
}

/** Opens the page of a seat's sheet. Signs in again if the server has forgotten the player. */
export async function openSheet(game: PlayedGame, { player }: PlayedSeat): Promise<SheetPage | null> {
  if (player === null) return null;
  const path = `/my/games/${game.number}/sheet`;
  let answer = await player.browser.get(path);
  if (wasSignedOut(answer) && (await signInAgain(player))) answer = await player.browser.get(path);
  const turn = /name="_turn" value="(\d+)"/.exec(answer.body)?.[1];
  const isForm = answer.status === 200 && answer.body.includes('id="sheet"');
  if (answer.body.includes('The game is over.')) game.over = true;
  return { answer, turn: isForm && turn !== undefined ? Number(turn) : null };
}

/** Fills in a sheet and sends it. It is in the ledger before it goes out, so that it is known whatever happens. */
export async function sendSheet(
  game: PlayedGame,
  seat: PlayedSeat,
  page: SheetPage,
  { random, ledger, final }: { random: Random; ledger: Ledger; final: boolean },
): Promise<SentSheet> {
  const turn = page.turn ?? 0;
  const values = fillIn(page.answer.body, random, ledger.length + 1);
  const sheet: SentSheet = {
    ...{ game: game.number, seat: seat.identifier, turn, at: new Date().toISOString() },
    ...{ values, final, answer: 'unknown', version: null, detail: 'no answer yet' },
  };
  ledger.push(sheet);
  const path = `/my/games/${game.number}/sheet`;
  const fields = { ...values, _turn: String(turn), ...(final && { _final: 'yes' }) };
  const answer = await (seat.player as NonNullable<PlayedSeat['player']>).browser.post(
    page.answer,
    path,
    fields,
  );
  const version = /\/turns\/(\d+)\/versions\/(\d+)$/.exec(answer.location ?? '');
  if (answer.status === 303 && version !== null) {
    return Object.assign(sheet, { answer: 'acknowledged', version: Number(version[2]), detail: '' });
  }
  const kinds: Record<number, SheetAnswer> = { 409: 'stale', 422: 'refused' };
  return Object.assign(sheet, { answer: kinds[answer.status] ?? 'unknown', detail: describeAnswer(answer) });
}

/** Fills in the fields that a sheet of either game has, with something different each time. */
function fillIn(html: string, random: Random, number: number): Record<string, string> {
  const values: Record<string, string> = {};
  if (html.includes('name="press"')) values.press = `Dispatch ${number} of ${random.integer(1000, 9999)}`;
  if (html.includes('name="fundraising[0]"')) {
    const states = random.some(choices(html, 'fundraising[0]'), random.integer(1, 3));
    for (const [i, state] of states.entries()) values[`fundraising[${i}]`] = state;
  }
  if (html.includes('name="campaign[0].state"')) {
    for (const [i, state] of random.some(choices(html, 'campaign[0].state'), 2).entries()) {
      values[`campaign[${i}].state`] = state;
      values[`campaign[${i}].spend`] = String(random.integer(1, 4));
    }
  }
  if (html.includes('name="actions[0].do"')) {
    const states = random.some(choices(html, 'actions[0].state'), random.integer(1, 2));
    for (const [i, state] of states.entries()) {
      const stop = { do: 'campaign', state, days: '1' };
      for (const [name, value] of Object.entries(stop)) values[`actions[${i}].${name}`] = value;
    }
    const row = `actions[${states.length}]`;
    values[`${row}.do`] = 'fundraise';
    values[`${row}.days`] = String(random.integer(1, 2));
  }
  return values;
}

/** The values that can be chosen in a select field, without the blank one. */
function choices(html: string, name: string): string[] {
  const start = html.indexOf(`name="${name}"`);
  const select = html.slice(start, html.indexOf('</select>', start));
  return [...select.matchAll(/<option[^>]*value="([^"]+)"/g)].map(([, value]) => value as string);
}
