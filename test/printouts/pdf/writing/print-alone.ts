import { createHash } from 'node:crypto';
import { renderPdf } from '../../../../src/printouts/pdf/render-pdf.ts';
import { scriptReport } from './script-report.ts';

// Prints the hash of one reader's printout, made by a process that has printed nothing else.

const reader = Number(process.argv[2]);
const bytes = await renderPdf(scriptReport(reader), { paper: 'letter' });
process.stdout.write(createHash('sha256').update(bytes).digest('hex'));
