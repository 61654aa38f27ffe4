import { expect, test } from 'vitest';
import { renderMarkdown } from '../../../src/web/rendering/markdown.ts';

const linkTo = (file: string) => (file === 'gm-guide.md' ? '/help/gm' : null);

test('a guide has a title, headings with ids as on GitHub, and a list of contents', () => {
  const page = renderMarkdown('# The guide\n\nHello.\n\n## Find a game\n\n### What’s *new*?\n', linkTo);
  expect(page.title).toBe('The guide');
  expect(page.contents).toEqual([{ id: 'find-a-game', title: 'Find a game' }]);
  expect(page.html).toBe(
    '<p>Hello.</p>\n<h2 id="find-a-game">Find a game</h2>\n<h3 id="whats-new">What’s <em>new</em>?</h3>\n',
  );
});

test('HTML in a guide is printed, not used', () => {
  const { html } = renderMarkdown(
    'A <script>alert(1)</script> & <b>bold</b>\n\n<img src=x onerror=alert(1)>\n',
    linkTo,
  );
  expect(html).not.toMatch(/<(script|b|img)/);
  expect(html).toContain('&lt;script&gt;');
});

test('links lead within the page, to another guide or to an https address, and nowhere else', () => {
  const of = (href: string) => renderMarkdown(`[words](${href})`, linkTo).html.trim();
  expect(of('#find-a-game')).toBe('<p><a href="#find-a-game">words</a></p>');
  expect(of('gm-guide.md#set-the-schedule')).toBe('<p><a href="/help/gm#set-the-schedule">words</a></p>');
  expect(of('https://example.org/')).toBe('<p><a href="https://example.org/">words</a></p>');
  for (const href of ['operators-guide.md', 'javascript:alert(1)', '//evil.test/', 'data:text/html,x']) {
    expect(of(href), href).toBe('<p>words</p>');
  }
});

test('a table scrolls on narrow screens and has headers', () => {
  const { html } = renderMarkdown('| to | do |\n|---|---|\n| **win** | play |\n', linkTo);
  expect(html).toContain('<th scope="col">to</th>');
  expect(html).toContain('<td><strong>win</strong></td>');
  expect(html).toContain('class="scroll" tabindex="0"');
});
