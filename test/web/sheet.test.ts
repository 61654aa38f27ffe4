import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SheetDesk, sheetDesk, Visitor } from './sheet-desk.ts';

let desk: SheetDesk;
let ann: Visitor;
let sheet: string;

beforeAll(async () => {
  desk = await sheetDesk();
  ann = await Visitor.as(desk, desk.ann);
  sheet = `/my/games/${desk.number}/sheet`;
});
afterAll(() => desk?.close());

describe('smoke', () => {
  it('shows', async () => {
    for (const url of [
      '/my/games',
      `/my/games/${desk.number}`,
      sheet,
      `/my/games/${desk.number}/turns/1`,
      `/my/games/${desk.number}/turns/1.pdf`,
      `/my/games/${desk.number}/turns/1.txt`,
    ]) {
      const page = await ann.get(url);
      expect([url, page.status, page.status >= 400 ? page.body : '']).toEqual([url, 200, '']);
    }
  });
});
