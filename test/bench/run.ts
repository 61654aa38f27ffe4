// npm run bench: how long the server takes for its main work, compared with the least that could do the same. Compare
// ratios, not times, between machines. The results are printed and written to bench-results/.
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
progress('printouts, bare pdfkit and Chromium …');
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
  `${'what'.padEnd(36)}${'ms'.padStart(9)}   ${'baseline'.padEnd(28)}${'ms'.padStart(9)}${'ratio'.padStart(8)}`,
  ...rows.map(
    ({ what, ours, baseline, baselineMs }) =>
      `${what.padEnd(36)}${ours.toFixed(2).padStart(9)}   ${baseline.padEnd(28)}${baselineMs.toFixed(2).padStart(9)}${(ours / baselineMs).toFixed(2).padStart(8)}`,
  ),
];
process.stdout.write(`${lines.join('\n')}\n`);
mkdirSync('bench-results', { recursive: true });
const measured = { at: new Date().toISOString(), node: process.version, rules, rows };
writeFileSync('bench-results/latest.json', `${JSON.stringify(measured, null, 2)}\n`);
progress('Written to bench-results/latest.json.');
