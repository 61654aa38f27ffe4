// Has a child process do work that never ends, prints the id of the child process, and kills itself.
import { execFileSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { runIsolated } from '../../src/isolation/run-isolated.ts';

const module = new URL('work.ts', import.meta.url);
void runIsolated({ module, heap: 64, memory: 400, time: 60_000 }, { kind: 'endless' });
await wait(2_000);
const all = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args=']).toString().split('\n');
const child = all
  .map((line) => line.trim().split(/\s+/))
  .find(([, parent, ...args]) => Number(parent) === process.pid && args.join(' ').includes('child.js'));
console.log(child?.[0]);
process.kill(process.pid, 'SIGKILL');
