import { isDeepStrictEqual } from 'node:util';
import type { Acknowledged, World } from '../world.ts';
import { groupBy, type PlannedCheck, planCheck } from './check.ts';
import type { SheetRow, StoredRecord, TurnRow } from './record.ts';

/** Whether everything that the server has acknowledged is in its record, and was played. */
export function checkSheets(
  world: Pick<World, 'ledger' | 'acknowledged'>,
  record: StoredRecord,
): PlannedCheck[] {
  return [
    planCheck('every acknowledged sheet is stored with its content', (problems) =>
      checkAcknowledged(world, record, problems),
    ),
    planCheck('no sheet is stored that nobody sent', (problems) => checkOrigins(world, record, problems)),
    planCheck('the last sheet of every seat was played', (problems) => checkPlayed(world, record, problems)),
    planCheck('every acknowledged letter and processing happened', (problems) =>
      checkActions(world.acknowledged, record, problems),
    ),
  ];
}

const keyOf = ({ game, seat, turn }: { game: string; seat: string; turn: number }) =>
  `${game} turn ${turn} [${seat}]`;

function checkAcknowledged(
  { ledger }: Pick<World, 'ledger'>,
  record: StoredRecord,
  problems: string[],
): number {
  const stored = groupBy(record.sheets, keyOf);
  const acknowledged = ledger.filter(({ answer }) => answer === 'acknowledged');
  for (const sheet of acknowledged) {
    const key = keyOf(sheet);
    const row = stored.get(key)?.find(({ version }) => version === sheet.version);
    if (row === undefined) problems.push(`${key}: version ${sheet.version}, sent ${sheet.at}, is LOST`);
    else if (row.outcome === 'refused') problems.push(`${key}: version ${sheet.version} is refused`);
    else if (!isContent(row.raw, sheet.values)) {
      problems.push(`${key}: version ${sheet.version} has another content than the sheet sent ${sheet.at}`);
    }
  }
  return acknowledged.length;
}

function checkOrigins({ ledger }: Pick<World, 'ledger'>, record: StoredRecord, problems: string[]): number {
  const sent = groupBy(ledger, keyOf);
  const rows = record.sheets.filter(({ channel }) => channel === 'web');
  for (const [key, versions] of groupBy(rows, keyOf)) {
    const candidates = sent.get(key) ?? [];
    for (const { version, raw } of versions) {
      if (!candidates.some(({ values }) => isContent(raw, values))) {
        problems.push(`${key}: version ${version} was not sent by the player`);
      }
    }
    if (versions.length > candidates.length) {
      problems.push(`${key}: ${versions.length} versions of ${candidates.length} sheets`);
    }
    const numbers = versions.map(({ version }) => version);
    if (new Set(numbers).size !== Math.max(...numbers))
      problems.push(`${key}: versions ${numbers.join(', ')}`);
  }
  return rows.length;
}

function checkPlayed({ ledger }: Pick<World, 'ledger'>, record: StoredRecord, problems: string[]): number {
  const stored = groupBy(record.sheets, keyOf);
  const acknowledged = groupBy(
    ledger.filter(({ answer }) => answer === 'acknowledged'),
    keyOf,
  );
  const turns = new Map(record.turns.map((turn): [string, TurnRow] => [`${turn.game} ${turn.turn}`, turn]));
  let examined = 0;
  for (const [key, versions] of stored) {
    const { game, turn, seat } = versions[0] as SheetRow;
    const standing = versions.filter(({ outcome }) => outcome === 'standing');
    const good = versions.filter(({ outcome }) => outcome !== 'refused');
    if (standing.length !== Math.min(1, good.length)) {
      problems.push(`${key}: ${standing.length} versions are standing`);
    }
    if (standing[0] !== undefined && standing[0] !== good.at(-1)) {
      problems.push(`${key}: version ${standing[0].version} is standing, not the last good one`);
    }
    const last = Math.max(0, ...(acknowledged.get(key) ?? []).map(({ version }) => version ?? 0));
    if (last > (standing[0]?.version ?? 0)) {
      problems.push(`${key}: version ${last} was acknowledged last, but an earlier one is standing`);
    }
    const played = turns.get(`${game} ${turn}`)?.sheets;
    if (played === undefined || !(seat in played)) continue;
    examined += 1;
    const wanted = (standing[0] ?? versions.at(-1))?.raw;
    if (!isDeepStrictEqual(played[seat], wanted)) problems.push(`${key}: another sheet was played`);
  }
  return examined;
}

function checkActions(
  acknowledged: readonly Acknowledged[],
  record: StoredRecord,
  problems: string[],
): number {
  const turns = new Set(record.turns.map(({ game, turn }) => `${game} ${turn}`));
  const letters = new Set(record.letters.map(({ game, text }) => `${game} ${text}`));
  for (const one of acknowledged) {
    if (one.kind === 'letter') {
      if (!letters.has(`${one.game} ${one.text}`))
        problems.push(`${one.game}: a letter is LOST: ${one.text}`);
    } else if (!turns.has(`${one.game} ${one.turn}`)) {
      const why =
        one.kind === 'due' ? `was due ${new Date(one.due).toISOString()}` : 'was processed by the GM';
      problems.push(`${one.game}: turn ${one.turn} ${why}, but there is no record of it`);
    }
  }
  return acknowledged.length;
}

/** Whether stored raw orders contain the fields that were filled in, and nothing else. */
function isContent(raw: unknown, values: Record<string, string>): boolean {
  return isDeepStrictEqual(leaves(raw).sort(), Object.values(values).sort());
}

/** The values in JSON, as they are typed into a form. */
function leaves(value: unknown): string[] {
  if (value === null || value === undefined) return [];
  if (typeof value === 'object') return Object.values(value).flatMap(leaves);
  return [String(value)];
}
