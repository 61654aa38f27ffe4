import { Worker } from 'node:worker_threads';
import fastq from 'fastq';
import { fail, type Result } from '../../rules/result.ts';
import { type FilledPdf, MAX_PDF_BYTES, READY } from './filled-pdf.ts';

/** Milliseconds after which reading is given up. A sheet of ours takes a fraction of a second. */
const TIMEOUT = 5_000;
/** Milliseconds that the thread may take to begin, which no PDF can change. */
const START_TIMEOUT = 15_000;
/** The heap of the thread, and its stack, in megabytes. */
const LIMITS = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 24, stackSizeMb: 4 };
/** How many PDFs may wait, as each is held in memory. */
const MAX_WAITING = 20;

/** One after the other: a PDF that takes as much as it can takes no more than one core, and its memory only once. */
const inTurn = fastq.promise((pdf: Uint8Array) => inThread(pdf), 1);

/**
 * Reads a PDF in a thread of its own: one that is made to take forever, or all memory, stops nothing else. Problems, at '':
 * those of `parseFilledPdf`, `too-large`, `too-complex`, `busy`.
 */
export async function readFilledPdf(pdf: Uint8Array): Promise<Result<FilledPdf>> {
  if (pdf.length > MAX_PDF_BYTES) {
    const size = MAX_PDF_BYTES / 1024 / 1024;
    return fail('', 'too-large', `This file is too large. The PDF of a sheet has less than ${size} MB.`);
  }
  if (inTurn.length() >= MAX_WAITING) {
    return fail('', 'busy', 'Too many PDFs are being read at the moment. Try again in a minute.');
  }
  return inTurn.push(pdf);
}

function inThread(pdf: Uint8Array): Promise<Result<FilledPdf>> {
  const worker = new Worker(new URL('parse-thread.js', import.meta.url), {
    workerData: new Uint8Array(pdf),
    execArgv: [],
    resourceLimits: LIMITS,
    // What the package prints about odd files is nothing that anyone needs.
    ...{ stdout: true, stderr: true, env: {} },
  });
  return new Promise((resolve) => {
    const end = (result: Result<FilledPdf>) => {
      clearTimeout(timer);
      resolve(result);
      void worker.terminate();
    };
    let timer = setTimeout(() => end(GIVEN_UP), START_TIMEOUT);
    worker.on('message', (message: typeof READY | Result<FilledPdf>) => {
      if (message !== READY) return end(message);
      clearTimeout(timer);
      timer = setTimeout(() => end(GIVEN_UP), TIMEOUT);
    });
    worker.once('error', () => end(GIVEN_UP));
    worker.once('exit', () => end(GIVEN_UP));
  });
}

const GIVEN_UP = fail(
  '',
  'too-complex',
  'This PDF could not be read: it is not a sheet as it was printed. Download the printout again, and fill it in.',
);
