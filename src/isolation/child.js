// The first file of a child process that does one piece of work: see run-isolated.ts. Node 20 does not understand TypeScript by
// itself, so the first thing is to load what teaches it.
import { writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

const [module, parent, megabytes] = process.argv.slice(2);

try {
  // If the machine or the container has no memory left, Linux ends this process, not the server.
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Not Linux, or not allowed.
}

process.once('disconnect', () => process.exit(1));
// Has no data of the work, and a thread of its own, as the work may keep this one from everything else.
new Worker(new URL('watch-process.js', import.meta.url), {
  workerData: { parent: Number(parent), bytes: Number(megabytes) * 1024 * 1024 },
  execArgv: [],
}).unref();

await import('../typescript.js');
const { default: work } = await import(module);
process.once('message', async (input) => {
  process.send({ value: await work(input) }, () => process.exit());
});
process.send('ready');
