import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import type { WebContext } from '../../src/web/web-context.ts';
import type { TestContext } from '../helpers/database.ts';
import { useContext } from '../helpers/use-context.ts';
import { aWeb, type Visited } from './visitor.ts';

/** One test context and the web app on it, for all tests of a file. Call it at the top of the file. */
export function useWeb(other: Partial<WebContext> = {}): { own: Omit<TestContext, 'close'>; app: Visited } {
  const own = useContext();
  let opened: FastifyInstance | undefined;
  beforeAll(async () => {
    opened = await aWeb(own.ctx, other);
  });
  afterAll(() => opened?.close());
  const app: Visited = {
    async inject(options) {
      if (!opened) throw new Error('The web app is open in tests only.');
      return opened.inject(options);
    },
  };
  return { own, app };
}
