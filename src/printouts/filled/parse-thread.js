// The first file of the thread that reads a PDF. Threads of Node 20 do not understand TypeScript by themselves, even if the process
// was started with tsx.
import { register } from 'tsx/esm/api';

register();
await import('./parse-with-limits.ts');
