import { type Browser, chromium as playwright } from 'playwright-core';
import { unpackedChromium } from './chromium.ts';

/**
 * Opens Chromium from an npm package, so that nothing has to be installed. The arguments that the package proposes are
 * not used: with its single process, several pages hang.
 */
export async function openBrowser(): Promise<Browser> {
  const { executablePath, env } = await unpackedChromium();
  return playwright.launch({
    executablePath,
    env,
    headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--headless'],
  });
}
