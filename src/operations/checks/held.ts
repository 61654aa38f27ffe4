import type { AppContext } from '../../context.ts';
import type { HeldReason } from '../../database/generated/client.ts';
import type { HealthCheck } from '../health.ts';
import { readHeld } from '../held/held-state.ts';
import { HELD_BECAUSE } from '../held/held-words.ts';

/** Reasons that the server itself has found. */
const FOUND: ReadonlySet<HeldReason> = new Set<HeldReason>(['olderDatabase', 'otherDatabase']);

/** Whether the server is held: then it processes nothing and sends nothing. */
export function heldCheck(ctx: AppContext): HealthCheck {
  return {
    name: 'held',
    async run() {
      const held = await readHeld(ctx);
      if (held === null) return { level: 'ok', message: 'The server is not held.' };
      const why = HELD_BECAUSE[held.reason];
      const message = `The server is held: ${why}. Sign in as the operator, or run “whistlestop held”.`;
      // Nobody has done that on purpose, and nobody may be looking.
      return { level: 'down', message, ...(FOUND.has(held.reason) && { alarm: true }) };
    },
  };
}
