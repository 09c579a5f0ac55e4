import { posix } from 'node:path';
import { Marked } from 'marked';

/**
 * Renders the chapters of the handbook, in the order in which its first page lists them.
 * @param sources Markdown by file name, `index.md` among them
 * @returns HTML by file name, and the pictures that the pages show, as paths from the folder of the chapters
 * @throws Error that names each link or picture that leads nowhere, and each chapter that the first page leaves out
 */
export function renderHandbook(sources, { hasFile }) {
  const names = orderOf(sources);
  const chapters = names.map((name) => ({ name, ...render(sources[name]) }));
  const anchors = new Map(chapters.map(({ name, ids }) => [name, ids]));
  const problems = chapters.flatMap(({ name, links, pictures }) => [
    ...links.filter((href) => !leadsSomewhere(href, name, anchors)).map((href) => `${name}: ${href} leads nowhere`),
    ...pictures.filter((path) => !hasFile(path)).map((path) => `${name}: there is no picture ${path}`),
  ]);
  const unlisted = Object.keys(sources).filter((name) => !names.includes(name));
  problems.push(...unlisted.map((name) => `index.md does not list ${name}`));
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const pages = chapters.map((chapter, at) => [pageOf(chapter.name), pageWith(chapter, chapters, at)]);
  return { pages: Object.fromEntries(pages), pictures: [...new Set(chapters.flatMap(({ pictures }) => pictures))] };
}

const pageOf = (name) => name.replace(/\.md$/, '.html');

/** Whole paths, because its first page is also answered at `/help`, without the slash. */
const base = '/help/';

const isOutside = (href) => /^https?:/.test(href);

function orderOf(sources) {
  const listed = [...sources['index.md'].matchAll(/^\d+\. \[[^\]]+\]\(([\w-]+\.md)\)/gm)].map(([, name]) => name);
  return ['index.md', ...listed.filter((name) => name in sources)];
}

function leadsSomewhere(href, from, anchors) {
  if (isOutside(href)) return true;
  const [name, id] = href.split('#');
  const ids = anchors.get(name === '' ? from : name);
  return ids !== undefined && (id === undefined || ids.includes(id));
}

function render(source) {
  const [ids, links, pictures] = [[], [], []];
  let title = '';
  const renderer = {
    heading({ tokens, depth, text }) {
      if (depth === 1) title = text;
      const id = text
        .toLowerCase()
        .replace(/[^\p{L}\d -]/gu, '')
        .replaceAll(' ', '-');
      ids.push(id);
      return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      links.push(href);
      const isWhole = isOutside(href) || href.startsWith('#');
      const target = isWhole ? href : base + href.replace(/\.md(?=#|$)/, '.html');
      return `<a href="${toHtml(target)}">${this.parser.parseInline(tokens)}</a>`;
    },
    image({ href, text }) {
      pictures.push(href);
      return `<img src="${base}pictures/${posix.basename(href)}" alt="${toHtml(text)}" loading="lazy" />`;
    },
    table(token) {
      const cells = (row, tag) =>
        row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('');
      const rows = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n');
      return `<div class="table" tabindex="0"><table><thead><tr>${cells(token.header, 'th')}</tr></thead>\n<tbody>${rows}</tbody></table></div>\n`;
    },
    code: ({ text }) => `<pre tabindex="0"><code>${toHtml(text)}</code></pre>\n`,
  };
  const body = new Marked({ renderer }).parse(source);
  return { title, body, ids, links, pictures };
}

const toHtml = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function pageWith({ title, body }, chapters, at) {
  const entry = ({ name, title }, here) =>
    `<li><a href="${base}${pageOf(name)}"${here ? ' aria-current="page"' : ''}>${toHtml(title)}</a></li>`;
  const next = chapters[at + 1];
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${toHtml(title)} · Key2XS</title>
    <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
    <link rel="stylesheet" href="${base}handbook.css" />
  </head>
  <body>
    <a class="skip" href="#content">Skip to content</a>
    <header><a href="/">Key2XS</a></header>
    <nav aria-label="Chapters">
      <ol>
${chapters.map((chapter, n) => `        ${entry(chapter, n === at)}`).join('\n')}
      </ol>
    </nav>
    <main id="content">
${body}${next ? `<p class="next">Next: <a href="${base}${pageOf(next.name)}">${toHtml(next.title)}</a></p>\n` : ''}    </main>
  </body>
</html>
`;
}
