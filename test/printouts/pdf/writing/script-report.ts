import type { Report } from '../../../../src/rules/report.ts';
import { sampleReport } from '../../sample-report.ts';

const NAMES = ['דוד בן־גוריון', 'Ann Baker', '김대중', 'Zoë Łukasiewicz', 'さくら 東京', 'Ὀδυσσεύς'];
const PRESS = [
  'שלום לכולם, New York!',
  'Read my lips.',
  '안녕하세요 🎉',
  'Efficient offices…',
  '为人民服务。',
  'Ναι.',
];

/** A report with names and press in many scripts, of which some stand on shared pages and some do not. */
export function scriptReport(reader: number | null): Report {
  return sampleReport({ players: 6, turn: 3, names: NAMES, press: PRESS, reader: reader ?? undefined });
}
