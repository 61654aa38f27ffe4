import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { CDPSession, Page } from 'playwright-core';

/** A rule that a page breaks, with the elements that break it. */
export type Violation = AxeResults['violations'][number];

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Connections of their own to the browser, by page. */
const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** Null if axe-core is not on the page. */
const RUN = 'window.axe?.run?.(document, { resultTypes: ["violations"] }) ?? null';

/**
 * What axe-core finds on a page. It keeps the HTML of every element that it looks at, with all that is inside, also of
 * those without fault. On pages with big tables that is much of its work, so at first it keeps none: the rules and the
 * elements are the same. Only if it finds something it runs again, to say where.
 */
export async function violationsOn(page: Page): Promise<Violation[]> {
  let found = await run(page);
  if (found === null) {
    await load(page, 'axe.configure({ noHtml: true })');
    found = await run(page);
  }
  if (found === null) throw new Error('axe-core does not load.');
  if (found.length === 0) return [];
  // The way back to keeping HTML is to load it anew.
  await load(page);
  const withHtml = await run(page);
  return withHtml?.length ? withHtml : found;
}

/** Runs axe-core on a page. Returns null if it is not there. */
async function run(page: Page): Promise<Violation[] | null> {
  return ((await page.evaluate(RUN)) as AxeResults | null)?.violations ?? null;
}

/**
 * Loads axe-core into a page. Its policy keeps scripts out, but not those of the browser's own tools. `page.evaluate`
 * would compile it anew each time; a script of the debugger is compiled once for all pages of a process.
 */
async function load(page: Page, setUp = ''): Promise<void> {
  let session = sessions.get(page);
  if (session === undefined) {
    session = page.context().newCDPSession(page);
    sessions.set(page, session);
  }
  const connection = await session;
  for (const expression of [await source, setUp]) await connection.send('Runtime.evaluate', { expression });
}
