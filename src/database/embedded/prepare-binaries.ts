// Prepares the PostgreSQL in node_modules to run where node_modules cannot be written later, such as in an image whose
// root is read-only. Run as: node --import ./src/typescript.js src/database/embedded/prepare-binaries.ts
import { findBinaries } from './binaries.ts';

const { postgres } = await findBinaries();
process.stdout.write(`${postgres} is ready to run.\n`);
