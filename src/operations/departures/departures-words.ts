import type { HeldReason } from '../../database/generated/client.ts';
import { counted } from '../../rules/numbers.ts';
import { formatDateTime } from '../../text/dates.ts';
import { wasRestored } from '../held/held-words.ts';
import { DEPARTURES_FILE } from './departure-list.ts';
import type { DeparturesSinceBackup } from './departures-since-backup.ts';
import type { UnusableList } from './record-departures.ts';

const ACCESS = 'Security codes, passkeys, addresses and rights of operators are those of the backup.';
const NOTHING = `The list of departures (${DEPARTURES_FILE}) names nothing that has left this server since the backup.`;
const CLOSE =
  'Games that have moved to another server since the backup are back and would go on twice: close each one again with “whistlestop transfer-out”.';
const DELETE =
  'Accounts that were deleted since the backup are back: their owners have to delete them again.';

/**
 * What the operator has to know, or to end again, before a held server is released. Whole sentences.
 * @param reason why the server is held. If its operator holds it, or its database is new, nothing may have been restored.
 */
export function backAgain(since: DeparturesSinceBackup, reason: HeldReason): string[] {
  const [done, left] = [applied(since), open(since)];
  if (!wasRestored(reason)) return [...done, ...left, ...notRead(since)];
  const isEmpty = done.length + left.length === 0 && since.lastLine !== null;
  return [ACCESS, ...(isEmpty ? [NOTHING] : []), ...done, ...left, ...unknown(since)];
}

/** What the operator has to do if the lists could not be copied to the data folder. */
export function notCopied({ folder, reason }: UnusableList): string {
  return `The list of departures (${DEPARTURES_FILE}) in ${folder} could not be read or written (${reason}), so the lines of the other lists were not added to it. Give the file and its folder to the user that runs the server, or make space on the disk. Then add the lines of the list beside the backup at the end of this file, before you release the server.`;
}

/** What was done with the list. */
function applied({ closedGames, deletedGames, deletedAccounts }: DeparturesSinceBackup): string[] {
  return [
    ...sentence('Closed again, because they have moved to another server since the backup', closedGames),
    ...sentence('Games that were deleted since the backup are deleted again', deletedGames),
    ...sentence('Accounts that were deleted since the backup are deleted again', deletedAccounts),
  ];
}

/** What the list names and is still there. */
function open({ undone, runs, onlyOperator, lostReturns }: DeparturesSinceBackup): string[] {
  const accounts = undone.deletedAccounts.map(({ account }) => {
    if (account === onlyOperator) {
      return `Account ${account} was deleted since the backup and is back. It is the only operator here, so it could not be deleted again. Give another account the right with “whistlestop operator ACCOUNT --give”, and restart the server while it is held: it then deletes account ${account}.`;
    }
    const games = runs.get(account);
    const why = games === undefined ? 'It could not be deleted again' : `Here it runs ${games.join(', ')}`;
    return `Account ${account} was deleted since the backup and is back. ${why}: look at the log, and let a GM or an operator end what keeps it, so that its owner can delete it.`;
  });
  return [
    ...sentence(
      'Not closed yet, although they have moved to another server. Restart the server',
      undone.moved.map(({ game }) => game),
    ),
    ...sentence(
      'Not deleted yet, although they were deleted since the backup. Restart the server',
      undone.deletedGames.map(({ game }) => game),
    ),
    ...accounts,
    ...sentence(
      'Left since the backup, as the list says, but people have gone on with them here. Nothing was changed. If they should not go on here, move or delete them yourself',
      undone.gamesInUse,
    ),
    ...sentence(
      'Accounts that were deleted since the backup, as the list says, but have been used here after that. Nothing was changed; their owners can delete them',
      undone.accountsInUse,
    ),
    ...sentence(
      'Came back from another server after the backup, which only has the copy that stayed behind. Add them again with “whistlestop transfer-in” and the file with which they came',
      lostReturns,
    ),
  ];
}

/** Which lists could not be read. */
function notRead({ unreadable }: Pick<DeparturesSinceBackup, 'unreadable'>): string[] {
  return unreadable.map(
    (folder) =>
      `The list of departures (${DEPARTURES_FILE}) in ${folder} could not be read. What only this list says was not done. Give the file and its folder to the user that runs the server, and restart the server while it is held: it then does what the list says. If it is BACKUP_DIR and the folder is lost, set it to another one and restart the server.`,
  );
}

/** What nobody can know from the list. */
function unknown({ lastLine, damaged, unreadable }: DeparturesSinceBackup): string[] {
  const lines = notRead({ unreadable });
  if (damaged > 0) {
    lines.push(
      `${counted(damaged, 'line')} of the list of departures cannot be read. What they say may be missing here.`,
    );
  }
  if (lastLine === null) {
    lines.push(
      `There is no list of departures (${DEPARTURES_FILE}), so the server cannot know what has left it since the backup.`,
    );
  } else {
    const at = formatDateTime(new Date(lastLine), 'UTC');
    lines.push(
      `The last line of the list is of ${at}. If the list is an older copy, the server does not know what left later.`,
    );
  }
  return lastLine === null || damaged > 0 || unreadable.length > 0 ? [...lines, CLOSE, DELETE] : lines;
}

function sentence(words: string, items: readonly (string | number)[]): string[] {
  return items.length === 0 ? [] : [`${words}: ${items.join(', ')}.`];
}
