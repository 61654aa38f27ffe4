import type { HeldReason } from '../../database/generated/client.ts';

/** Why the server is held, in words that follow "because". */
export const HELD_BECAUSE: Record<HeldReason, string> = {
  operator: 'the operator started it with --held',
  restored: 'its database was restored from a backup',
  olderDatabase:
    'its database is older than when the server last ran, so it was probably restored from a backup',
};
