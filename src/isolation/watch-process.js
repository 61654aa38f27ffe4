// Ends a child process that takes more memory than it may, on the heap or outside of it, or whose server is gone: see child.js.
import { workerData } from 'node:worker_threads';

const { parent, bytes } = workerData;

setInterval(() => {
  if (process.ppid !== parent || process.memoryUsage.rss() > bytes) process.kill(process.pid, 'SIGKILL');
}, 25);
