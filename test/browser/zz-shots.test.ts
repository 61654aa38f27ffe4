import { afterAll, beforeAll, test } from 'vitest';
import { type ServedApp, serveApp } from './served.ts';

let served: ServedApp;
beforeAll(async () => {
  served = await serveApp();
}, 120_000);
afterAll(() => served?.close());

test.each([
  ['desk', undefined, true],
  ['phone', 390, true],
  ['noscript', 390, false],
] as const)('%s', async (name, phone, scripts) => {
  const page = await served.stranger({ ...(phone && { phone }), scripts });
  const log: string[] = [];
  page.on('console', (m) => log.push(m.text()));
  page.on('pageerror', (m) => log.push(String(m)));
  await page.goto('/practice');
  await page.click('article:has-text("Electoral Barrage") button');
  await page.waitForURL(/sheet/);
  if (scripts) {
    for (const code of ['CA', 'TX', 'CA', 'OH']) await page.click(`path[data-state="${code}"]`);
    await page.click('.map-places button >> nth=0');
    await page.selectOption('#f-plan-5-area', 'WY');
    await page.fill('#f-plan-0-when', '7');
    await page.click('[data-row="plan[1]"] summary');
    await page.fill('#f-plan-1-before', '1');
    await page.check('#f-plan-1-hold');
    await page.click('[data-row="plan[2]"] summary');
    await page.fill('#f-plan-2-after', '2');
    await page.check('#f-plan-2-hold');
    await page.click('[data-row="plan[2]"] summary');
    await page.waitForTimeout(900);
    console.log(await served.faultsOf(page));
  }
  console.log(log);
  await page.screenshot({ path: `/tmp/shot-${name}.png`, fullPage: true });
  await page.close();
}, 60_000);
