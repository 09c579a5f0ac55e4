import './lib/node-24.mjs';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findFeatureCycles } from './lib/feature-cycles.mjs';
import { isTest, listFiles } from './lib/files.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { measureSource } from './lib/measure-source.mjs';
import { root } from './lib/root.mjs';
import { command } from './lib/run.mjs';

await command(ensureInstalled);
const { default: ts } = await import('typescript');

const folderOf = (file) => /^((apps|packages)\/[^/]+|[^/]+)\//.exec(file)?.[0] ?? '';
const areaOf = (file) => `${folderOf(file)}${isTest(file) ? ' (tests)' : ''}`;

const byArea = new Map();
for (const file of listFiles().filter((file) => /\/.*\.tsx?$/.test(file))) {
  const area = areaOf(file);
  byArea.set(area, [...(byArea.get(area) ?? []), measureSource(ts, file, readFileSync(join(root, file), 'utf8'))]);
}

const sumBy = (files, key) => files.reduce((sum, file) => sum + file[key], 0);
/** Median, 90th percentile and greatest. */
const spread = (numbers) => {
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return `${at(0.5)} / ${at(0.9)} / ${at(1)}`;
};

console.table(
  Object.fromEntries(
    [...byArea].map(([area, files]) => {
      const lines = sumBy(files, 'lines');
      const row = {
        files: files.length,
        lines,
        'file lines 50/90/max': spread(files.map((file) => file.lines)),
        'function lines 50/90/max': spread(files.flatMap((file) => file.functions)),
        'casts per 1,000': Number(((sumBy(files, 'casts') * 1000) / lines).toFixed(2)),
        any: sumBy(files, 'anys'),
        '!': sumBy(files, 'nonNulls'),
        'comment %': Math.round((sumBy(files, 'comments') * 100) / lines),
      };
      return [area, row];
    }),
  ),
);
console.log(
  'aims: file 60 / 180 / 300, function 12 / 35 / 60 (component 90), casts < 0.5, any 0, ! 0\n\nLongest files',
);
for (const [area, files] of byArea) {
  const longest = files.toSorted((a, b) => b.lines - a.lines).slice(0, 5);
  console.log(
    `${area}: ${longest.map(({ file, lines }) => `${file.slice(folderOf(file).length)} ${lines}`).join(', ')}`,
  );
}

/** One ordered list of numbered files, as migration tools expect it: it only grows, and is read by number. */
const migrations = 'apps/server/migrations/';
const folders = Map.groupBy(
  listFiles().filter((file) => /\.tsx?$/.test(file) && !isTest(file) && !file.startsWith(migrations)),
  (file) => dirname(file),
);
const crowded = [...folders]
  .filter(([, files]) => files.length > 20)
  .map(([folder, files]) => `${folder} ${files.length}`);
console.log(`\nFolders over 20 files: ${crowded.length}\n${crowded.sort().join('\n')}`);

const short = [...byArea.values()].flat().filter(({ lines }) => lines <= 20).length;
console.log(`\nFiles of 20 lines or fewer: ${short}`);

const cycles = findFeatureCycles();
console.log(`\nFeature cycles: ${cycles.length}\n${cycles.map((names) => names.join(', ')).join('\n')}`);

/** Words to avoid in names and comments, because the language has plain ones. */
const dialect = [
  'somebody',
  'nobody',
  'whom',
  'whoever',
  'speaks? of',
  'told',
  'untold',
  'behind our back',
  'Asked',
  'Found',
  'Named',
].map((word) => ({ word, count: 0 }));
for (const file of listFiles().filter((file) => /\.tsx?$/.test(file) && !file.startsWith('packages/texts/'))) {
  const text = readFileSync(join(root, file), 'utf8');
  for (const one of dialect) one.count += text.match(new RegExp(`\\b${one.word}\\b`, 'g'))?.length ?? 0;
}
console.log(`\nDialect: ${dialect.map(({ word, count }) => `${word} ${count}`).join(', ')}`);
