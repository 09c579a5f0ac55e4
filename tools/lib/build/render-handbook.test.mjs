import { expect, it } from 'vitest';
import { renderHandbook } from './render-handbook.mjs';

const index = '# Handbook\n\n1. [Keys](keys.md)\n2. [Doors](doors.md)\n';
const keys = '# Keys & "doors"\n\nSee [lost ones](doors.md#lost-keys).\n\n![A desk](../screens/desk.webp)\n';
const doors = '# Doors\n\n## Lost keys\n\n| a | b |\n|---|---|\n| `1` | <2> |\n\n```sh\necho "<x>"\n```\n';
const render = (sources) => renderHandbook(sources, { hasFile: (path) => path === '../screens/desk.webp' });

it('renders the chapters in the order of the first page, with links between them and pictures beside them', () => {
  const { pages, pictures } = render({ 'doors.md': doors, 'keys.md': keys, 'index.md': index });
  expect(Object.keys(pages)).toEqual(['index.html', 'keys.html', 'doors.html']);
  expect(pages['keys.html']).toContain('<title>Keys &amp; &quot;doors&quot; · Key2XS</title>');
  expect(pages['keys.html']).toContain('href="/help/doors.html#lost-keys"');
  expect(pages['keys.html']).toContain('src="/help/pictures/desk.webp" alt="A desk"');
  expect(pages['keys.html']).toContain('Next: <a href="/help/doors.html">Doors</a>');
  expect(pages['doors.html']).toContain('<h2 id="lost-keys">');
  expect(pages['doors.html']).toContain('echo &quot;&lt;x&gt;&quot;');
  expect(pictures).toEqual(['../screens/desk.webp']);
});

it('refuses what leads nowhere, and names it', () => {
  const wrong = '# Keys\n\n[a](gone.md) [b](doors.md#gone) [c](#gone) ![d](../screens/gone.webp)\n';
  const sources = { 'index.md': index, 'keys.md': wrong, 'doors.md': doors, 'more.md': '# More\n' };
  expect(() => render(sources)).toThrow(
    [
      ...['gone.md', 'doors.md#gone', '#gone'].map((href) => `keys.md: ${href} leads nowhere`),
      'keys.md: there is no picture ../screens/gone.webp',
      'index.md does not list more.md',
    ].join('\n'),
  );
});
