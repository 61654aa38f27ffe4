import { deflateSync } from 'node:zlib';

/** Objects of a PDF as they stand in the file, one after the other. */
export interface WrittenObjects {
  bytes: Buffer;
  /** The numbers of the objects, and where each begins, from the first byte. */
  numbers: readonly number[];
  offsets: readonly number[];
}

/** A content of an object, deflated if it says so. */
export interface StreamData {
  bytes: Buffer;
  isDeflated: boolean;
}

/** How hard the contents of pages are compressed: more takes up to four times as long, and saves a tenth. */
const LEVEL = 4;

/** Compresses the content of a page. */
export function deflated(text: string): StreamData {
  return { bytes: deflateSync(Buffer.from(text, 'latin1'), { level: LEVEL }), isDeflated: true };
}

/** Compresses what all files have in common, as well as it can. */
export function deflatedWell(bytes: Uint8Array): StreamData {
  return { bytes: deflateSync(bytes, { level: 9 }), isDeflated: true };
}

/** A short content, as it is. */
export function plain(text: string): StreamData {
  return { bytes: Buffer.from(text, 'latin1'), isDeflated: false };
}

/** Collects objects for a file. Texts must be Latin-1, so that each character is one byte. */
export class ObjectList {
  private readonly chunks: Buffer[] = [];
  private text = '';
  private length = 0;
  private readonly numbers: number[] = [];
  private readonly offsets: number[] = [];

  /** Adds an object that is no stream. `value` is as it stands in the file. */
  add(object: number, value: string): void {
    this.begin(object);
    this.text += `${value}\nendobj\n`;
  }

  /** Adds a stream. `entries` are those of its dictionary, without the length and the filter. */
  addStream(object: number, entries: string, { bytes, isDeflated }: StreamData): void {
    this.begin(object);
    const filter = isDeflated ? '/Filter/FlateDecode' : '';
    this.text += `<<${entries}/Length ${bytes.length}${filter}>>\nstream\n`;
    this.flush();
    this.chunks.push(bytes);
    this.length += bytes.length;
    this.text += '\nendstream\nendobj\n';
  }

  /** All that was added. */
  written(): WrittenObjects {
    this.flush();
    return { bytes: Buffer.concat(this.chunks, this.length), numbers: this.numbers, offsets: this.offsets };
  }

  private begin(object: number): void {
    this.numbers.push(object);
    this.offsets.push(this.length + this.text.length);
    this.text += `${object} 0 obj\n`;
  }

  private flush(): void {
    if (this.text === '') return;
    const chunk = Buffer.from(this.text, 'latin1');
    this.chunks.push(chunk);
    this.length += chunk.length;
    this.text = '';
  }
}
