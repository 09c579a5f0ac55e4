import { expect, it } from 'vitest';
import { areas, languages } from './areas';

/** Each text with what it is called beside others of its kind: a button's words, and its name for those who do not see it. */
function named(texts: object): [string, string][] {
  return Object.entries(texts).flatMap(([key, text]) => {
    if (typeof text !== 'string') return named(text);
    const name = `${key}Named` in texts ? texts[`${key}Named` as keyof typeof texts] : undefined;
    return typeof name === 'string' ? [[text, name] as [string, string]] : [];
  });
}

// Users of speech input say what they read on the button.
it.each(languages)('in %s, the name of a button has its words in it', async (language) => {
  const pairs = await Promise.all(
    Object.values(await areas[language]()).map(async (load) => named((await load()).texts)),
  );
  const all = pairs.flat();
  expect(all.length).toBeGreaterThan(10);
  const bare = (name: string) => name.replace(/ *\{\{.*?\}\} *| *(…|\.{3})/g, '').toLowerCase();
  expect(all.filter(([words, name]) => !bare(name).includes(bare(words)))).toEqual([]);
});
