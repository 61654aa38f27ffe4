import { z } from 'zod';
import { type ComposeDeps, type FullDelivery, type MailBody, readDetail, readerOf } from '../composer.ts';
import { accountLink, gamesLink } from '../links.ts';
import { type MailBlock, quoteOf, renderMail } from '../mail-view.ts';

const DigestDetail = z.object({
  lines: z
    .array(
      z.object({
        game: z.string(),
        title: z.string(),
        subject: z.string(),
        paragraphs: z.array(z.string()),
        /** What the GM added. */
        words: z.array(z.string()).default([]),
      }),
    )
    .min(1),
  /** How many older ones are not told. */
  more: z.int().default(0),
});

type Line = z.infer<typeof DigestDetail>['lines'][number];

/** Composes the daily digest: the notices of all games since the last one, game by game. */
export async function composeDigest(deps: ComposeDeps, delivery: FullDelivery): Promise<MailBody> {
  const { lines, more } = readDetail(DigestDetail, delivery);
  const numbers = [...new Set(lines.map(({ game }) => game))];
  const games = numbers.map((number) => lines.filter(({ game }) => game === number));
  const names = numbers.join(', ');
  const body = renderMail(
    {
      headline: 'News of your games',
      strapline: names,
      preview: lines.map(({ subject }) => subject).join('; '),
      blocks: [
        { kind: 'paragraph', text: `Dear ${delivery.toName},` },
        ...games.flatMap(blocksOf),
        ...(more > 0
          ? [
              {
                kind: 'paragraph',
                text: `There were ${more} older notices, which are left out here.`,
              } as const,
            ]
          : []),
        { kind: 'button', label: 'Open your games', url: gamesLink(deps.publicUrl) },
        { kind: 'link', label: 'Change how you get this news', url: accountLink(deps.publicUrl) },
      ],
      footer: 'You received this e-mail because you chose to get the news of your games once a day.',
    },
    readerOf(deps, delivery),
  );
  return { subject: `News of your games: ${names}`, ...body };
}

function blocksOf(lines: readonly Line[]): MailBlock[] {
  const [first] = lines;
  const heading = `${first?.game}: ${first?.title}`;
  return [
    { kind: 'paragraph', text: heading, style: 'strong' },
    ...lines.flatMap(({ paragraphs, words }) => [
      ...paragraphs.map((text) => ({ kind: 'paragraph', text }) as const),
      ...quoteOf(words),
    ]),
  ];
}
