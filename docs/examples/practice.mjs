// A program that plays a practice game of Election Year to its end: Node 20 or later, and no packages (docs/api.md, "Practice games").
//   SERVER=https://games.example.org TOKEN=whistlestop_… node practice.mjs
const { SERVER, TOKEN } = process.env;

/** Sends a request, and sends it again if the server has no time for it now. */
async function ask(method, path, { body, key } = {}) {
  const headers = { authorization: `Bearer ${TOKEN}` };
  if (body) headers['content-type'] = 'application/json';
  if (key) headers['idempotency-key'] = key; // A turn is played once, however often we send it.
  const answer = await fetch(SERVER + path, { method, headers, body: body && JSON.stringify(body) });
  if (answer.status === 429 || answer.status === 503) {
    const seconds = Number(answer.headers.get('retry-after') ?? 5);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    return ask(method, path, { body, key });
  }
  const json = await answer.json();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(json)}`);
  return json;
}

/** Buys the leads that cost least for each vote. Here your program would think. */
function decide(states, funds) {
  const campaign = [];
  const price = ({ facts }) => facts.cost / facts.votes;
  for (const { state, facts } of states
    .filter(({ facts }) => facts.cost > 0)
    .sort((a, b) => price(a) - price(b))) {
    if (campaign.length === 9 || facts.cost > funds) continue;
    campaign.push({ state, spend: facts.cost });
    funds -= facts.cost;
  }
  const richest = [...states].sort((a, b) => b.facts.donation - a.facts.donation).slice(0, 3);
  return { fundraising: richest.map(({ state }) => state), campaign };
}

let game = await ask('POST', '/api/practice', { body: { ruleset: 'election-year', grade: 'standard' } });
const path = `/api/practice/${game.id}`;
while (game.next !== 'over') {
  const { facts } = await ask('GET', `${path}/sheet/facts`);
  const { schema } = await ask('GET', `${path}/sheet/schema`);
  const body = decide(facts.states, schema.properties.campaign?.items.properties.spend.maximum ?? 0);
  const { turn } = game;
  const { printout } = await ask('POST', `${path}/sheet?turn=${turn}`, { body, key: `turn-${turn}` });
  console.log(printout.text.slice(0, 400)); // What happened, in words; `printout.report` has it as data.
  game = await ask('GET', path);
}
const own = game.outcome.standings.find(({ id }) => id === game.seat);
console.log(`Place ${own.place} of ${game.seats.length}`);
