import { SHEET_PREFIX } from '../../games/mailed-sheets/sheet-address.ts';
import type { FetchedRecipient } from './fetched-headers.ts';
import type { MailPlace } from './mail-place.ts';

/*
 * Sheets that could not be taken and are tried again. They may have been mailed in time, so a turn whose time is over waits for
 * them. It waits for nothing else: a turn needs no other mail, and mail that is too much for its account waits so that no one
 * can hold up all turns by sending much.
 */

/** Knows the sheets that failed, as long as the process runs. */
export interface FailedSheets {
  /** Remembers a mail that could not be taken for these addresses, if one of them is for sheets. */
  add(place: Place, recipients: readonly FetchedRecipient[]): void;
  /** Forgets a mail that was taken, or is passed over. */
  clear(place: Place): void;
  /** Whether one of these mails is a sheet that failed. Forgets all others: they are no longer in the mailbox. */
  areAmong(found: { uidValidity: bigint; uids: readonly number[] }): boolean;
}

/** Which mail of a mailbox it is: see `MailPlace`. */
type Place = Pick<MailPlace, 'uidValidity' | 'uid'>;

/** Creates the memory of one mailbox. */
export function rememberFailedSheets(): FailedSheets {
  let failed = new Set<string>();
  const nameOf = ({ uidValidity, uid }: Place) => `${uidValidity} ${uid}`;
  return {
    add(place, recipients) {
      if (recipients.some(({ handler }) => handler.prefix === SHEET_PREFIX)) failed.add(nameOf(place));
    },
    clear: (place) => void failed.delete(nameOf(place)),
    areAmong({ uidValidity, uids }) {
      const names = uids.map((uid) => nameOf({ uidValidity, uid }));
      failed = new Set(names.filter((name) => failed.has(name)));
      return failed.size > 0;
    },
  };
}
