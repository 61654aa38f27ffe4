// Generates the Prisma client in src/database/generated. The Prisma CLI would first try to download a schema engine,
// which `generate` never runs. Naming any existing file as the engine prevents the download.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const prismaPackage = createRequire(import.meta.url).resolve('prisma/package.json');
const cli = path.join(path.dirname(prismaPackage), 'build', 'index.js');
// The schema's second generator is found by its command, as npm scripts would find it.
const commands = path.resolve(path.dirname(prismaPackage), '..', '.bin');

const result = spawnSync(process.execPath, [cli, 'generate', '--no-hints'], {
  cwd: root,
  encoding: 'utf8',
  env: {
    ...process.env,
    PATH: [commands, process.env.PATH].join(path.delimiter),
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    CHECKPOINT_DISABLE: '1',
  },
});
if (result.status !== 0) {
  process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}${result.error?.message ?? ''}\n`);
  process.stderr.write(
    'The Prisma client could not be generated. Correct the cause and run "node prisma/generate.mjs" again.\n',
  );
}
process.exitCode = result.status ?? 1;
