import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const require = createRequire(import.meta.url);

/** The folder of our own style sheets and scripts. */
export const STATIC_DIR = join(import.meta.dirname, '..', 'static');

/** Files that are served from npm packages: the base style sheet, the typefaces, and how scripts use passkeys. */
const PACKAGES = [
  {
    prefix: '/assets/webauthn/',
    name: '@simplewebauthn/browser',
    folder: 'dist/bundle',
    files: /^\/index\.umd\.min\.js$/,
  },
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
      root: join(packageFolder(name), folder),
      prefix,
      allowedPath: (path) => files.test(path),
      setHeaders: keep(2_592_000),
    });
  }
}

/** The folder of an installed package. Not every package lets its package.json be resolved. */
function packageFolder(name: string): string {
  const paths = require.resolve.paths(name) ?? [];
  const found = paths.map((path) => join(path, name)).find((path) => existsSync(join(path, 'package.json')));
  if (found === undefined) throw new Error(`The package ${name} is not installed. Run npm ci.`);
  return found;
}
