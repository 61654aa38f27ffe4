// Processes turn 1 of a game and kills itself, as a power cut would, as soon as the n-th statement is answered.
// Run as: process-and-die.ts DATABASE-URL GAME-ID N
import pg from 'pg';
import { pino } from 'pino';
import { openDatabase } from '../../src/database/client.ts';
import { processTurn } from '../../src/games/processing/process-turn.ts';

const [url = '', gameId = '', last = ''] = process.argv.slice(2);
const db = await openDatabase(url);
let answered = 0;
const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
pg.Client.prototype.query = async function counted(this: pg.Client, ...args: unknown[]) {
  const answer = await query.apply(this, args);
  answered += 1;
  if (answered === Number(last)) process.kill(process.pid, 'SIGKILL');
  return answer;
} as typeof pg.Client.prototype.query;
const ctx = { db, now: () => new Date(), log: pino({ level: 'silent' }), mailDomain: 'whistlestop.test' };
await processTurn(ctx, { gameId, turn: 1, by: null });
await db.close();
