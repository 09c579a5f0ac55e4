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
    /\b(rules?|plans?|texts) (no longer )?speaks? of\b/i,
    /\bgrants? nothing\b/i,
    /\bnever (is|are)\b/i,
    /\bat the begin\b/i,
    /\bLook at it and decide\b/,
    /^What is done:/,
    /^Facts$/,
    /^Asked for$/,
    /\bWithin hours\b/i,
    /\bEverybody\b/i,
    /^not read$/i,
    /\b(is|are) concerned\b/i,
    /\bfewer than before\b/i,
    /\bchange sets?\b/i,
  ],
  de: [
    /\b(Regeln?|Schlüsselplan|Angaben) (sprechen|spricht)\b/,
    /\bvon (der|denen) keine Regel spricht\b/,
    /Änderungss[aä]tz/,
    /Synchronisation/,
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
