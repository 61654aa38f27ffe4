import { STANDING_ORDERS } from '../../games/sheets/advance-orders.ts';

/* The addresses of a player's sheets. */

/** Where the turn sheet of a game is filled in. */
export function sheetPath(number: string): string {
  return `/my/games/${number}/sheet`;
}

/** The receipt of one version of a sheet. */
export function receiptPath(number: string, turn: number, version: number): string {
  return `${sheetPath(number)}/turns/${turn}/versions/${version}`;
}

/** Where advance orders for a turn, or standing orders, are filled in. */
export function advanceOrdersPath(number: string, turn: number): string {
  return `/my/games/${number}/advance-orders/${turn === STANDING_ORDERS ? 'standing' : turn}`;
}

/** Where a GM enters a paper sheet. */
export function paperSheetPath(number: string, seatId: string): string {
  return `/gm/games/${number}/seats/${seatId}/paper-sheet`;
}

/** Where a GM enters advance orders of a player without e-mail. */
export function paperAdvancePath(number: string, seatId: string, turn: number): string {
  const name = turn === STANDING_ORDERS ? 'standing' : turn;
  return `/gm/games/${number}/seats/${seatId}/paper-advance-orders/${name}`;
}

/** Where a player's private notes on a game are sent. */
export function notesPath(number: string): string {
  return `/my/games/${number}/notes`;
}

/** Where a player disputes questions of a game. */
export function questionsPath(number: string): string {
  return `/my/games/${number}/questions`;
}

/** Where a player gives up their seat in a game. */
export function giveUpPath(number: string): string {
  return `/my/games/${number}/give-up`;
}
