// A program that plays one seat: Node 20 or later, and no packages. The server calls it (docs/api.md, "Webhooks").
//   SERVER=https://games.example.org SECRET=whsec_… TOKEN=… PORT=3000 node player.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { SERVER, SECRET, TOKEN, ACCOUNT, CODE, PORT = '3000' } = process.env;
// A personal token if there is one; otherwise the account number and the security code.
const basic = Buffer.from(`${ACCOUNT}:${CODE}`).toString('base64');
const authorization = TOKEN ? `Bearer ${TOKEN}` : `Basic ${basic}`;
const key = Buffer.from(SECRET.replace('whsec_', ''), 'base64');

/** Whether a message is from our server, and at most five minutes old. */
function isGenuine({ headers }, body) {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures = '' } = headers;
  if (Math.abs(Date.now() / 1000 - Number(at)) > 300) return false;
  const own = Buffer.from(`v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`);
  const same = (given) => given.length === own.length && timingSafeEqual(given, own);
  return signatures.split(' ').some((text) => same(Buffer.from(text)));
}

/** Sends a sheet with a speech, unless one stands. Here your program would look at the game and think. */
async function play({ game, turn }) {
  const sheet = `${SERVER}/api/games/${game}/sheet`;
  const open = await (await fetch(sheet, { headers: { authorization } })).json();
  if (open.turn !== turn || !open.form || open.standing) return;
  const headers = { authorization, 'content-type': 'application/json' };
  const body = JSON.stringify({ press: `Turn ${turn} will be ours.` });
  const sent = await (await fetch(`${sheet}?turn=${turn}`, { method: 'POST', headers, body })).json();
  console.log(`${game}, turn ${turn}: ${sent.outcome}`);
}

createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  if (!isGenuine(request, body)) return response.writeHead(401).end();
  response.writeHead(204).end(); // First the answer: the server does not wait long.
  const { type, data } = JSON.parse(body);
  if (type === 'turn.open' || type === 'turn.reminder') await play(data).catch(console.error);
}).listen(Number(PORT), () => console.log('ready'));
