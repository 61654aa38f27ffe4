import { type Browser, chromium as playwright } from 'playwright-core';
import { unpackedChromium } from './chromium.ts';

/** Chromium out of an npm package; nothing has to be installed. Its own single-process arguments hang with several pages. */
export async function openBrowser(): Promise<Browser> {
  const { executablePath, env } = await unpackedChromium();
  return playwright.launch({
    executablePath,
    env,
    headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--headless'],
  });
}
