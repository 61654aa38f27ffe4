import type { HeldReason } from '../../database/generated/client.ts';

/** Why the server is held, in words that follow "because". */
export const HELD_BECAUSE: Record<HeldReason, string> = {
  operator: 'the operator started it with --held',
  restored: 'its database was restored from a backup',
  otherDatabase:
    'its database is new and empty, but the data folder or the backups are those of another one, so perhaps a disk is missing, DATABASE_URL is wrong, or the database is lost',
  olderDatabase:
    'its database is older than when the server last ran, so it was probably restored from a backup',
};

/** Whether what was sent to the server for some time is missing. */
export function wasRestored(reason: HeldReason): boolean {
  return reason === 'restored' || reason === 'olderDatabase';
}
