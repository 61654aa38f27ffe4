// Reads one PDF in a thread of its own: see read-filled-pdf.ts.
import { parentPort, workerData } from 'node:worker_threads';

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
const { parseFilledPdf } = await import('./parse-filled-pdf.ts');
parentPort?.postMessage(await parseFilledPdf(workerData as Uint8Array));
