import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The test files that take longest in either version, the longest first. Started late, such a file would keep one
 * worker busy for minutes while the other has nothing left to do.
 */
export const LONGEST = [
  'test/browser/politics-mail-game.test.ts',
  'test/rules/electoral-barrage/measures.test.ts',
  'test/faults/fault-run.test.ts',
  'test/mail/inbound/hostile-sheets.test.ts',
  'test/mail/fetching/mail-fetcher.test.ts',
  'test/mail/inbound/delivered-once.test.ts',
  'test/security/review/secrets.test.ts',
  'test/operations/several-processes.test.ts',
  'test/browser/pages.test.ts',
  'test/rules/politics/measures.test.ts',
  'test/security/review/hostile-mail.test.ts',
  'test/rules/primary-season/properties.test.ts',
  'test/operations/backup/killed-restore.test.ts',
  'test/security/review/refused-forms.test.ts',
  'test/browser/every-way/every-way.test.ts',
  'test/server/main.test.ts',
];

/** Starts the longest files first. In a new clone, Vitest itself has only the sizes of files to go by. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = LONGEST.indexOf(path.relative(this.ctx.config.root, moduleId));
      return index === -1 ? LONGEST.length : index;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
