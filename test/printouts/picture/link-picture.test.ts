import { createCanvas, loadImage } from '@napi-rs/canvas';
import { describe, expect, test } from 'vitest';
import { PALETTE, tintOf } from '../../../src/printouts/palette.ts';
import { PICTURE_SIZE, printoutPicture, serverPicture } from '../../../src/printouts/picture/link-picture.ts';
import type { Report } from '../../../src/rules/report.ts';
import { gameReport } from '../game-report.ts';

const GAME = { number: 'EY-12', title: 'The long road to November' };

/** How many pixels of a picture have each color. */
async function colorsOf(png: Buffer): Promise<Map<string, number>> {
  const image = await loadImage(png);
  expect({ width: image.width, height: image.height }).toEqual(PICTURE_SIZE);
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  const found = new Map<string, number>();
  for (let at = 0; at < data.length; at += 4) {
    const color = `#${Buffer.from(data.subarray(at, at + 3)).toString('hex')}`;
    found.set(color, (found.get(color) ?? 0) + 1);
  }
  return found;
}

/** How many pixels one area of the map has at least. */
const AREA = 1_000;

describe('the picture of a printout', () => {
  test('shows its map in the colors of the parties, on paper, with words in ink', async () => {
    const colors = await colorsOf(await printoutPicture(gameReport(6, 7, null), GAME));
    expect(colors.get(PALETTE.paper)).toBeGreaterThan(PICTURE_SIZE.width * PICTURE_SIZE.height * 0.4);
    for (const tone of ['D', 'R'] as const) expect(colors.get(tintOf(tone, 5))).toBeGreaterThan(AREA);
    expect(colors.get(PALETTE.ink)).toBeGreaterThan(AREA);
  });

  test('is made without a map or news, and of very long words', async () => {
    const report: Report = { ...gameReport(4, 1, null), sections: [], summary: ['Unbroken'.repeat(200)] };
    const colors = await colorsOf(await printoutPicture(report, { number: 'EY-1', title: 'W'.repeat(200) }));
    expect(colors.get(PALETTE.ink)).toBeGreaterThan(AREA);
    expect(colors.get(tintOf('D', 5))).toBeUndefined();
  });

  test('is the same for the same printout', async () => {
    const [one, other] = [gameReport(6, 3, null), gameReport(6, 3, null)];
    expect(await printoutPicture(one, GAME)).toEqual(await printoutPicture(other, GAME));
  });
});

test('the picture of the server shows a blank map', async () => {
  const colors = await colorsOf(await serverPicture());
  expect(colors.get(PALETTE.white)).toBeGreaterThan(50 * AREA);
});
