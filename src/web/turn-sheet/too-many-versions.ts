import type { Submission } from '../../games/sheets/submit-sheet.ts';

/** What somebody is told of whose sheet no further version is kept. */
export function tooManyVersions({ max, standingVersion }: Extract<Submission, { kind: 'too-many' }>): string {
  const stands = standingVersion === null ? 'No version stands.' : `Version ${standingVersion} still stands.`;
  return `No more than ${max} versions of a sheet are kept for a turn, and there are as many: this one was not kept. ${stands} Should it have to be changed, write to your GM, who can enter a sheet for you.`;
}
