// Reads one PDF in a process of its own: see read-filled-pdf.ts.
import type { Result } from '../../rules/result.ts';
import type { FilledPdf } from './filled-pdf.ts';

/** The most bytes of one buffer. What a few kilobytes unpack to is not limited otherwise: buffers are outside of the heap. */
const MAX_BUFFER = 32 * 1024 * 1024;

const limited = new Proxy(Uint8Array, {
  construct(target, args, newTarget) {
    const [size] = args;
    if (typeof size === 'number' && size > MAX_BUFFER)
      throw new RangeError('This buffer would be too large.');
    return Reflect.construct(target, args, newTarget) as object;
  },
});
globalThis.Uint8Array = limited;

// Loaded after that, so that the package sees the limit.
const { PDFArray, PDFName, PDFRawStream } = await import('../pdf-library.ts');
const { parseFilledPdf } = await import('./parse-filled-pdf.ts');

/** The most filters of one stream. Real files have one, or two; a hostile one can have thousands, and each unpacks everything again. */
const MAX_FILTERS = 2;

const streamOf = PDFRawStream.of;
PDFRawStream.of = (dict, ...contents) => {
  const filters = dict.lookup(PDFName.of('Filter'));
  // Ends this process. The package would pass over an error and read the rest, perhaps without what was filled in.
  if (filters instanceof PDFArray && filters.size() > MAX_FILTERS) process.exit(1);
  return streamOf(dict, ...contents);
};

/** The fields of a PDF: see `parseFilledPdf`. It changes globals, and a hostile PDF ends the process. */
export default function parseWithLimits(pdf: Uint8Array): Promise<Result<FilledPdf>> {
  return parseFilledPdf(pdf);
}
