import { groupBy, type PlannedCheck, planCheck } from './check.ts';
import type { StoredRecord } from './record.ts';

/** Whether every turn was processed once, and printed for everyone. */
export function checkTurns(record: StoredRecord): PlannedCheck[] {
  return [
    planCheck('every turn was processed exactly once', (problems) => checkOnce(record, problems)),
    planCheck('the chain of hashes has no gap', (problems) => checkChain(record, problems)),
    planCheck('every turn was printed once for every player and the public', (problems) =>
      checkPrintouts(record, problems),
    ),
  ];
}

function checkOnce(record: StoredRecord, problems: string[]): number {
  const rows = groupBy(record.turns, ({ game }) => game);
  const logged = new Map(record.processed.map(({ game, detail, count }) => [`${game} ${detail}`, count]));
  for (const { game, turn: open } of record.games) {
    const found = (rows.get(game) ?? []).map(({ turn }) => turn);
    const wanted = Array.from({ length: open }, (_, turn) => turn);
    if (found.join() !== wanted.join()) {
      problems.push(`${game}: turn ${open} is open, and these are in force: ${found.join(', ')}`);
    }
    for (const { turn, attempt } of rows.get(game) ?? []) {
      if (attempt !== 1) problems.push(`${game}: turn ${turn} was processed ${attempt} times`);
      const times = logged.get(`${game} turn ${turn}`) ?? 0;
      if (turn > 0 && times !== 1) problems.push(`${game}: turn ${turn} is ${times} times in the log`);
    }
  }
  return record.turns.length;
}

function checkChain(record: StoredRecord, problems: string[]): number {
  for (const [game, turns] of groupBy(record.turns, (turn) => turn.game)) {
    let before: string | null = null;
    for (const { turn, hash, previousHash } of turns) {
      if (previousHash !== before) problems.push(`${game}: turn ${turn} does not follow the turn before it`);
      before = hash;
    }
  }
  return record.turns.length;
}

function checkPrintouts(record: StoredRecord, problems: string[]): number {
  const printed = groupBy(record.printouts, ({ game, turn }) => `${game} ${turn}`);
  for (const { game, turn: open, people } of record.games) {
    for (let turn = 1; turn <= open; turn += 1) {
      const readers = (printed.get(`${game} ${turn}`) ?? []).map(({ seat }) => seat ?? 'public');
      if (readers.length !== people + 1 || new Set(readers).size !== readers.length) {
        problems.push(
          `${game}: before turn ${turn} there are printouts for ${readers.join(', ') || 'nobody'}`,
        );
      }
    }
  }
  return record.printouts.length;
}
