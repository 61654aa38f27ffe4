import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shortOrLong } from '../../helpers/long.ts';
import { quizQuestions, secretWords, unanswered, wordsIn } from './quiz.ts';
import { openStage, type Stage } from './stage.ts';
import { lentAnswers, playCampaign, playSpeed, type TwinGame } from './twin-games.ts';
import { neutral, stepsOf, type Walker, withoutRowOrder } from './walk.ts';

/*
 * Nobody learns an answer before its question is solved (PTG-8.6). Everyone reads the choices, so there is no word to look
 * for: two games on two servers that differ only in which choice is right are compared, request by request.
 */

const KINDS = { 'a campaign': playCampaign, 'Speed Play': playSpeed };
type KindOfGame = keyof typeof KINDS;

/** Who walks in the short version: a player, the one whose seat the computer had, the GM, and the public. */
const IN_SHORT = ['the public', 'Ann Baker', 'Eve Farrow', 'Greta Master'];

let stages: [Stage, Stage];
const twins = new Map<KindOfGame, [TwinGame, TwinGame]>();

beforeAll(async () => {
  stages = [await openStage(), await openStage()];
  const [one, two] = stages;
  for (const [name, play] of Object.entries(KINDS)) {
    const first = await play(one.ctx, one.cast, quizQuestions());
    const second = await play(two.ctx, two.cast, quizQuestions(unanswered(first.state)));
    twins.set(name as KindOfGame, [first, second]);
  }
}, 240_000);
afterAll(async () => {
  for (const stage of stages ?? []) await stage.close();
});

/** The words of a text that a reader must not read in a game. Players read what they have written themselves. */
function forbidden(game: TwinGame, { account }: Pick<Walker, 'account'>, text: string): string[] {
  const secret = secretWords(game.state);
  const own = game.seats.find(({ accountId }) => accountId !== null && accountId === account?.id);
  return wordsIn(text).filter((word) => {
    const [, writer] = /^qzwrote([a-z]+)/.exec(word) ?? [];
    return writer === undefined ? secret.has(word) : !['try', own?.identifier.toLowerCase()].includes(writer);
  });
}

describe.each(Object.keys(KINDS) as KindOfGame[])('in %s', (kind) => {
  const pair = () => twins.get(kind) as [TwinGame, TwinGame];

  test('the twins are the same but for answers that are secret', () => {
    const [{ settings: one, ...first }, { settings: two, ...second }] = [pair()[0].state, pair()[1].state];
    expect(second).toEqual(first);
    const other = one.questions.filter(({ answer }, i) => answer !== two.questions[i]?.answer);
    expect(other.length).toBeGreaterThan(80);
    const used = Object.values(first.used).flat();
    const open = other.filter(({ id }) => used.includes(id));
    expect(open.length).toBeGreaterThan(kind === 'a campaign' ? 2 : 9);
  });

  test.runIf(kind === 'a campaign')(
    'the computer answered otherwise for the seat that it had for a moment',
    async () => {
      const [game, twin] = pair();
      const answers = await lentAnswers(stages[0].ctx, game);
      expect(await lentAnswers(stages[1].ctx, twin)).not.toEqual(answers);
    },
  );

  test('no page, no file and no reply about a sheet says which answer is right, or what nobody may read', async () => {
    const [game, twin] = pair();
    const [steps, others] = [stepsOf(stages[0].app, game), stepsOf(stages[1].app, twin)];
    expect(others.map(({ name }) => name)).toEqual(steps.map(({ name }) => name));
    const faults: string[] = [];
    const read = new Map<string, number>();
    for (const [k, walker] of stages[0].walkers.entries()) {
      const other = stages[1].walkers[k] as Walker;
      if (shortOrLong(!IN_SHORT.includes(walker.name), false)) continue;
      for (const [i, { name, ask, hasLooseRows }] of steps.entries()) {
        const told = await ask(walker);
        const toldOther = await others[i]?.ask(other);
        if (told.status === 200) read.set(walker.name, (read.get(walker.name) ?? 0) + 1);
        if (told.status >= 500) faults.push(`${name}: ${told.status} for ${walker.name}`);
        faults.push(
          ...forbidden(game, walker, told.text).map((word) => `${walker.name} reads ${word}: ${name}`),
        );
        if (walker.name === 'Ann Baker' && name.startsWith('POST'))
          expect([name, told.status]).toEqual([name, 200]);
        const compared = [told.text, toldOther?.text ?? '']
          .map(neutral)
          .map((text) => (hasLooseRows ? withoutRowOrder(text) : text));
        const difference = differenceOf(...(compared as [string, string]));
        if (difference !== null) faults.push(`${name} for ${walker.name} differs: ${difference}`);
      }
    }
    expect(faults.slice(0, 20)).toEqual([]);
    expect(read.get('Ann Baker')).toBeGreaterThan(40);
    expect(read.get('Eve Farrow')).toBeGreaterThan(20);
    expect(read.get('Greta Master')).toBeGreaterThan(10);
    expect(read.get('the public')).toBeGreaterThan(5);
  }, 600_000);

  test('nor does any mail', async () => {
    const [game, twin] = pair();
    const [mails, others] = [await stages[0].mailsOf(game), await stages[1].mailsOf(twin)];
    expect(mails.length).toBeGreaterThan(8);
    expect(mails.join('\n')).toContain('qztext');
    expect(others.length).toBe(mails.length);
    for (const [i, text] of mails.entries()) {
      expect(differenceOf(text, others[i] ?? '')).toBeNull();
      const account = stages[0].cast.players.find(({ email }) => text.startsWith(email)) ?? null;
      expect(forbidden(game, { account }, text)).toEqual([]);
    }
  }, 240_000);
});

test('no word of a question or of a written answer is logged', () => {
  const [{ logged }] = stages;
  expect(logged.length).toBeGreaterThan(100);
  expect(logged.flatMap(wordsIn)).toEqual([]);
});

/** Where two texts first differ, in some words; null if they do not. */
function differenceOf(a: string, b: string): string | null {
  if (a === b) return null;
  let at = 0;
  while (a[at] === b[at]) at += 1;
  const near = (text: string) => text.slice(Math.max(0, at - 60), at + 60).replace(/\s+/g, ' ');
  return `“${near(a)}” and “${near(b)}”`;
}
