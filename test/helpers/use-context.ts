import { afterAll, beforeAll } from 'vitest';
import { type TestContext, testContext } from './database.ts';

/** One test context for all tests of a file, from the first one to the last. Call it at the top of the file. */
export function useContext(): Omit<TestContext, 'close'> {
  let opened: TestContext | undefined;
  beforeAll(async () => {
    opened = await testContext();
  });
  afterAll(() => opened?.close());
  const own = () => {
    if (!opened) throw new Error('The context is open in tests only.');
    return opened;
  };
  return {
    get ctx() {
      return own().ctx;
    },
    get url() {
      return own().url;
    },
    setNow: (moment) => own().setNow(moment),
  };
}
