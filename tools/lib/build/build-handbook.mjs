import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../root.mjs';
import { renderHandbook } from './render-handbook.mjs';

const source = join(root, 'docs/handbook');

/** Writes the handbook as static pages into a folder. @throws Error that names each dead link */
export function buildHandbook(folder) {
  const files = readdirSync(source).filter((name) => name.endsWith('.md'));
  const sources = Object.fromEntries(files.map((name) => [name, readFileSync(join(source, name), 'utf8')]));
  const { pages, pictures } = renderHandbook(sources, { hasFile: (path) => existsSync(join(source, path)) });
  mkdirSync(join(folder, 'pictures'), { recursive: true });
  for (const [name, page] of Object.entries(pages)) writeFileSync(join(folder, name), page);
  for (const path of pictures) copyFileSync(join(source, path), join(folder, 'pictures', basename(path)));
  copyFileSync(join(source, 'handbook.css'), join(folder, 'handbook.css'));
}
