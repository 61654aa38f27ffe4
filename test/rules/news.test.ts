import { describe, expect, test } from 'vitest';
import { chooseNews, nameInHeadline, type Story, stateInText, story } from '../../src/rules/news.ts';

const upset = (state: string, score: number) =>
  story(
    'upset',
    score,
    {
      headlines: ['{state} falls', 'Upset in {state}', '{state}!'],
      sentences: [['It was {state}.']],
    } as const,
    { state },
  );
const money = (score: number) =>
  story(
    'money',
    score,
    { headlines: ['Money', 'More money'], sentences: [['Money was spent.'], ['A lot.']] },
    {},
  );
const quiet: Story = story('quiet', 0, { headlines: ['Quiet', 'Calm'], sentences: [['Nothing.']] }, {});

describe('the front page', () => {
  test('is led by the best story, and others of the turn follow', () => {
    const news = chooseNews('EY-1', [[quiet, money(3), upset('Ohio', 5), upset('Iowa', 4)]]);
    expect(['Ohio falls', 'Upset in Ohio', 'Ohio!']).toContain(news?.headline);
    expect(news?.sentences).toEqual(['It was Ohio.', 'Money was spent.']);
  });

  test('tells of a quiet turn only if there is nothing else', () => {
    expect(chooseNews('EY-1', [[quiet]])?.sentences).toEqual(['Nothing.']);
    expect(chooseNews('EY-1', [[money(1), quiet]])?.sentences).toEqual(['Money was spent.', 'A lot.']);
    expect(chooseNews('EY-1', [])).toBeNull();
    expect(chooseNews('EY-1', [[quiet], []])).toBeNull();
  });

  test('does not tell two stories about the same thing', () => {
    const flood = { ...money(4), about: 'Ohio' };
    const news = chooseNews('EY-1', [[{ ...upset('Ohio', 5), about: 'Ohio' }, flood, quiet]]);
    expect(news?.sentences).toEqual(['It was Ohio.', 'Nothing.']);
  });

  test('has no headline twice, and another kind of story after a while', () => {
    const turns = Array.from({ length: 5 }, () => [upset('Ohio', 5), money(4)]);
    const headlines = turns.map((_, i) => chooseNews('EY-1', turns.slice(0, i + 1))?.headline);
    expect(new Set(headlines).size).toBe(5);
    expect(headlines[1]).toMatch(/money/i);
  });

  test('differs between games, and is always the same in one', () => {
    const games = Array.from({ length: 30 }, (_, i) => chooseNews(`EY-${i}`, [[upset('Ohio', 5)]])?.headline);
    expect(new Set(games).size).toBe(3);
    expect(chooseNews('EY-7', [[upset('Ohio', 5)]])?.headline).toBe(games[7]);
  });

  test('begins with a capital letter, and fills in what a name contains as it is', () => {
    expect(chooseNews('EY-1', [[upset('the {state} of $1', 5)]])?.sentences).toEqual([
      'It was the {state} of $1.',
    ]);
    const headline = chooseNews('EY-1', [[upset('the capital', 5)]])?.headline ?? '';
    expect(headline).toMatch(/^[TU]/);
  });
});

test('headlines use the identifier of a player with a long name, and states have their article', () => {
  expect(nameInHeadline('Ann Baker', 'AB')).toBe('Ann Baker');
  expect(nameInHeadline('Bartholomew Featherstonehaugh', 'BF')).toBe('BF');
  expect([stateInText('DC'), stateInText('OH')]).toEqual(['the District of Columbia', 'Ohio']);
});
