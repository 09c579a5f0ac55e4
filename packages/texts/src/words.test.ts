import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { texts as deEntry } from './de/entry';
import { texts as deSentences } from './de/sentences';
import { texts as enEntry } from './en/entry';
import { texts as enSentences } from './en/sentences';
import { en } from './english';
import { de } from './german';

/** The left column of docs/words.md. None of it stands in a text that the specification quotes. */
const forbidden = {
  en: [
    /\bspeaks? of\b/i,
    /\bgrants? nothing\b/i,
    /\bnever (is|are)\b/i,
    /\bat the begin\b/i,
    /\bLook at (it|them)\b/i,
    /^What is done:/,
    /^Facts$/,
    /^Asked for$/,
    /\bWithin hours\b/i,
    /^(Open|Closed) (now|then)$/,
    /^open now\b/,
    /\bEverybody\b/i,
    /^not read$/i,
    /\bconcern(s|ed)?\b/i,
    /\bfewer than before\b/i,
    /\bchange sets?\b/i,
    /^(Joiner|Leaver|Mover)s?$/,
    /^Equal$/,
    /\bequal already\b/i,
    /\} behind$/,
    /\bwho loses? all access at the next sync\b/,
    /\breaches them\b/,
    /^All changes have been made\.$/,
    /\banew\b/,
    /\binto access profiles .* times\b/,
    /\bLongest list\b/i,
    /\bhours that clash\b/i,
    /^What has to be done\b/,
    /\bdarker\b/i,
    /\bvery much to very many\b/i,
    /\bsince \{\{(when|ago)\}\}/,
    /^Should \(plan\)$/,
    /\bno door opens\b/,
    /^Take$/,
    /^Stop that$/,
    /\b(tells?|told|telling) (us )?of\b/i,
    /\bmade up for\b/,
    /\bby (itself|themselves|ourselves)\b/,
    /^How \S+ is made$/,
    /^In the way\b/,
    /^Weight$/,
    /\bNeeds a look\b/,
    /\bmended?\b/i,
    /\bfor good\b/,
    /\bat present\b/,
    /\bgo on with\b/i,
    /\btaken over\b/,
    /\bneedless\b/,
    /^Open Locations$/,
    /\bstands? in\b/i,
  ],
  de: [
    /\b(Regeln?|Schlüsselplan|Angaben) (sprechen|spricht)\b/,
    /\bvon (der|denen) keine Regel spricht\b/,
    /Änderungss[aä]tz/,
    /Synchronisation/,
    /^Gewechselte$/,
    /\bgewinn(t|en)\b/i,
    /\bschon gleich\b/,
    /-mal Personen\b/,
    /\bim Rückstand\b/,
    /\bUpdates?\b/,
    /\bdunkler\b/,
    /\bLängste Liste\b/i,
    /\bseit \{\{when\}\}/,
    /\bwurde \{\{(at|updated|date)\}\}/,
    /^Soll \(Plan\)$/,
    /^(Jetzt|Dann) (offen|geschlossen)$/,
    /^Nehmen$/,
    /^Das beenden$/,
    /\bIm Weg\b/i,
    /^Gewicht$/,
    /\bZutritt/,
    /\bvon selbst\b/,
    /\bSicherung\b/,
    /\bFassung\b/,
    /\bJemand anders\b(?! muss)/,
    /[^ ]\.\.\.$/,
  ],
};

type Said = { where: string; text: string };

function textsIn(node: unknown, where: string): Said[] {
  if (typeof node === 'string') return [{ where, text: node }];
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, child]) => textsIn(child, `${where}.${name}`));
}

const catalogues = {
  en: { areas: en, ready: { entry: enEntry, sentences: enSentences } },
  de: { areas: de, ready: { entry: deEntry, sentences: deSentences } },
};

describe.each(['en', 'de'] as const)('the texts in %s', (language) => {
  it('have none of the words that docs/words.md replaces', async () => {
    const { areas, ready } = catalogues[language];
    const loaded = await Promise.all(
      Object.entries(areas).map(async ([area, load]) => textsIn((await load()).texts, area)),
    );
    const said = [...loaded.flat(), ...textsIn(ready, language)];
    expect(said.length).toBeGreaterThan(1_000);
    const wrong = said.filter(({ text }) => forbidden[language].some((word) => word.test(text)));
    expect(wrong).toEqual([]);
  });
});

describe('the glossary', () => {
  it('defines each word once', async () => {
    const glossary = await readFile(new URL('../../../docs/glossary.md', import.meta.url), 'utf8');
    const [own = ''] = glossary.split('## In German');
    const words = [...own.matchAll(/^\| ([^|]+) \| (?!meaning)/gm)].flatMap(([, cell = '']) => cell.split(', '));
    expect(words.length).toBeGreaterThan(150);
    expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
  });
});
