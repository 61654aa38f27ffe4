import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const require = createRequire(import.meta.url);

/** The folder of our own style sheets and scripts. */
export const STATIC_DIR = join(import.meta.dirname, '..', 'static');

/** Files that are served from npm packages: the base style sheet and the typefaces. */
const PACKAGES = [
  { prefix: '/assets/pico/', name: '@picocss/pico', folder: 'css', files: /^\/pico\.min\.css$/ },
  {
    prefix: '/assets/fonts/alfa-slab-one/',
    name: '@fontsource/alfa-slab-one',
    folder: 'files',
    files: /\.woff2$/,
  },
  {
    prefix: '/assets/fonts/league-gothic/',
    name: '@fontsource/league-gothic',
    folder: 'files',
    files: /\.woff2$/,
  },
  {
    prefix: '/assets/fonts/libre-franklin/',
    name: '@fontsource-variable/libre-franklin',
    folder: 'files',
    files: /\.woff2$/,
  },
  {
    prefix: '/assets/fonts/source-serif-4/',
    name: '@fontsource-variable/source-serif-4',
    folder: 'files',
    files: /\.woff2$/,
  },
];

/** Serves the static files under /assets/. Caches may keep them: they are the same for everyone. */
export async function registerAssets(app: FastifyInstance): Promise<void> {
  const shared = { decorateReply: false, index: false as const, cacheControl: false };
  const keep = (seconds: number) => (response: { setHeader(name: string, value: string): unknown }) => {
    response.setHeader('cache-control', `public, max-age=${seconds}`);
  };
  // As for every other type that is text, so that no browser guesses its characters.
  app.addHook('onSend', async (_request, reply) => {
    const svg = 'image/svg+xml';
    if (reply.getHeader('content-type') === svg) reply.header('content-type', `${svg}; charset=utf-8`);
  });
  await app.register(fastifyStatic, {
    ...shared,
    root: STATIC_DIR,
    prefix: '/assets/',
    setHeaders: keep(300),
  });
  for (const { prefix, name, folder, files } of PACKAGES) {
    await app.register(fastifyStatic, {
      ...shared,
      root: join(dirname(require.resolve(`${name}/package.json`)), folder),
      prefix,
      allowedPath: (path) => files.test(path),
      setHeaders: keep(2_592_000),
    });
  }
}
