/** What the tests do in a child process. */
export default async function work(input: { kind: string; text?: string }): Promise<unknown> {
  switch (input.kind) {
    case 'answer':
      return { said: input.text, bytes: new Uint8Array([1, 2]), environment: Object.keys(process.env) };
    case 'throw':
      throw new Error('It does not work.');
    case 'heap': {
      const all: unknown[] = [];
      for (;;) all.push([all.length]);
    }
    case 'buffers': {
      const all: Buffer[] = [];
      for (;;) all.push(Buffer.alloc(1024 * 1024, 1));
    }
    default:
      for (;;);
  }
}
