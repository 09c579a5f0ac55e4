import { describe, expect, it } from 'vitest';
import { areas, languages } from './areas';
import { texts as sentences } from './en/sentences';
import { renderSentence } from './render-sentence';
import { say } from './sentence';

const person = say('work.person', { name: 'Odo Brackwater', number: '4711' });

describe('rendered', () => {
  it('tells a sentence with its parts, in the language asked for', () => {
    const work = say('work.giveProfile', { person, profile: 'Ward {{one}}' });
    expect(renderSentence(work)).toBe("Give Odo Brackwater (employee number 4711) the access profile 'Ward {{one}}'.");
    expect(renderSentence(work, 'de')).toBe(
      'Odo Brackwater (Personalnummer 4711) das Zugangsprofil „Ward {{one}}“ geben.',
    );
  });

  it('joins several parts, counts, and writes numbers as the language does', () => {
    const rule = say('because.rule', { rule: 'Ward', plan: 'House' });
    expect(renderSentence(say('because.reachAlso', { rule, count: 1 }))).toMatch(/and 1 more reach this person\.$/);
    expect(renderSentence(say('because.reachAlso', { rule, count: 1_200 }), 'de')).toMatch(/und 1\.200 weitere Regeln/);
    const doors = [say('work.groups', { names: ['G-1', 'G-2'] }), say('work.cylinders', { names: ['C-1'] })];
    expect(renderSentence(say('work.createProfile', { profile: 'P', doors, hours: [say('work.always')] }))).toBe(
      "Create the access profile 'P' with the cylinder groups G-1, G-2 and the cylinders C-1, open at all times.",
    );
  });

  it('takes nothing that was written for a text of its own', () => {
    expect(renderSentence(say('asWritten', { text: '$t(work.noDoors) {{text}} <b>' }))).toBe(
      '$t(work.noDoors) {{text}} <b>',
    );
  });
});

/** The names of the values in all texts, by the way to each text. */
function valuesIn(texts: object, way = ''): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [name, text] of Object.entries(texts)) {
    if (typeof text !== 'string')
      for (const [below, names] of valuesIn(text, `${way}${name}.`)) found.set(below, names);
    else found.set(`${way}${name}`, new Set([...text.matchAll(/\{\{(\w+)/g)].map(([, value = '']) => value)));
  }
  return found;
}

describe('translations', () => {
  const others = languages.filter((language) => language !== 'en');

  it.each(others)('into %s have every text with the values of the English one', async (language) => {
    const english = {
      ...(await areas.en()),
      entry: () => import('./en/entry'),
      sentences: async () => ({ texts: sentences }),
    };
    const translated = { ...(await areas[language]()), sentences: () => import(`./${language}/sentences.ts`) };
    expect(Object.keys(translated).sort()).toEqual(Object.keys(english).sort());
    for (const [area, load] of Object.entries(english)) {
      const { texts } = await translated[area as keyof typeof english](); // the same names, as said above
      expect([area, valuesIn(texts)]).toEqual([area, valuesIn((await load()).texts)]);
    }
    expect(valuesIn(sentences).size).toBeGreaterThan(20);
  });
});
