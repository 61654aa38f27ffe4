import { randomUUID } from 'node:crypto';
import fastify from 'fastify';
import type pg from 'pg';
import { insertRow, type Row } from './rows.ts';

/** A Fastify without plugins that listens on loopback: the floor of everything over HTTP. */
export interface BareServer {
  address: string;
  close(): Promise<void>;
}

const FORM_TYPE = 'application/x-www-form-urlencoded';

/** A server that answers every form with a redirect after `write`. */
export async function bareFormServer(write: (body: string) => Promise<unknown>): Promise<BareServer> {
  const app = fastify();
  app.addContentTypeParser(FORM_TYPE, { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.post('/', async (request, reply) => {
    await write(request.body as string);
    return reply.redirect('/', 303);
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return { address, close: () => app.close() };
}

/** A server that sends the same page after one SELECT. */
export async function barePageServer(pool: pg.Pool, body: string, gameId: string): Promise<BareServer> {
  const app = fastify();
  app.get('/', async (_request, reply) => {
    await pool.query({ name: 'one', text: 'select * from "Game" where id = $1', values: [gameId] });
    return reply.type('text/html; charset=utf-8').send(body);
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return { address, close: () => app.close() };
}

/** One INSERT of about as many bytes as a sheet has. */
export async function oneInsert(pool: pg.Pool): Promise<(body: string) => Promise<unknown>> {
  await pool.query('create table if not exists bare (id bigserial primary key, body text not null)');
  return (body) => pool.query('insert into bare (body) values ($1)', [body]);
}

/** The rows that an accepted sheet writes, and its job: sheet, log and receipt, in one transaction, a statement each. */
export async function sameRows(pool: pg.Pool, gameId: string): Promise<() => Promise<void>> {
  const first = async (text: string) => (await pool.query<Row>(text, [gameId])).rows[0] as Row;
  const sheet = await first('select * from "Sheet" where "gameId" = $1 limit 1');
  const event = await first(
    `select * from "GameEvent" where "gameId" = $1 and type = 'sheetReceived' limit 1`,
  );
  const receipt = await first(`select * from "Delivery" where "gameId" = $1 and kind = 'receipt' limit 1`);
  let last = 1_000;
  return async () => {
    last += 1;
    const version = last;
    const [sheetId, deliveryId] = [randomUUID(), randomUUID()];
    const client = await pool.connect();
    try {
      await client.query('begin');
      await insertRow(client, 'Sheet', { ...sheet, id: sheetId, version, outcome: 'superseded' });
      await insertRow(client, 'GameEvent', { ...event, id: randomUUID() });
      await insertRow(client, 'Delivery', {
        ...receipt,
        ...{ id: deliveryId, messageId: `<${deliveryId}@bench.test>`, sheetId },
      });
      await client.query({
        name: 'add job',
        text: `select graphile_worker.add_job('deliver', $1::json)`,
        values: [JSON.stringify({ deliveryId })],
      });
      await client.query('commit');
    } finally {
      client.release();
    }
  };
}
