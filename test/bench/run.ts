// npm run bench: each figure beside its floor, measured in one run on one machine; ratios are what to compare
// between machines. Written to bench-results/ as well.
import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { measureHttp } from './http.ts';
import type { Measured } from './measure.ts';
import { measurePrintouts } from './printouts.ts';
import { measureRules } from './rules.ts';
import { measureTransaction } from './transaction.ts';

const progress = (line: string) => process.stderr.write(`${line}\n`);

progress('the rules alone …');
const rules = await measureRules();
progress('printouts, beside bare pdfkit and Chromium …');
const rows: Measured[] = await measurePrintouts();
progress("a turn's transaction …");
rows.push(await measureTransaction());
progress('sheets over HTTP …');
rows.push(...(await measureHttp()));

const lines = [
  `Node ${process.version}, ${os.cpus().length} × ${os.cpus()[0]?.model ?? 'unknown'}`,
  '',
  `the rules alone: ${rules.turnsPerSecond.toLocaleString('en')} turns of six players per second`,
  '',
  `${'what'.padEnd(36)}${'ms'.padStart(9)}   ${'floor'.padEnd(28)}${'ms'.padStart(9)}${'ratio'.padStart(8)}`,
  ...rows.map(
    ({ what, ours, floor, floorMs }) =>
      `${what.padEnd(36)}${ours.toFixed(2).padStart(9)}   ${floor.padEnd(28)}${floorMs.toFixed(2).padStart(9)}${(ours / floorMs).toFixed(2).padStart(8)}`,
  ),
];
process.stdout.write(`${lines.join('\n')}\n`);
mkdirSync('bench-results', { recursive: true });
const measured = { at: new Date().toISOString(), node: process.version, rules, rows };
writeFileSync('bench-results/latest.json', `${JSON.stringify(measured, null, 2)}\n`);
progress('written to bench-results/latest.json');
