import { areas } from '@key2xs/texts';
import { texts as germanSentences } from '@key2xs/texts/de/sentences';
import { texts as entry } from '@key2xs/texts/en/entry';
import { texts as sentences } from '@key2xs/texts/en/sentences';

type Load = () => Promise<{ texts: object }>;

async function allTexts(load: Record<string, Load>, ...more: object[]): Promise<Set<string>> {
  const loaded = await Promise.all(Object.values(load).map((one) => one()));
  return new Set([...more, ...loaded.map(({ texts }) => texts)].flatMap(leaves));
}

const leaves = (texts: object): string[] =>
  Object.values(texts).flatMap((text: string | object) => (typeof text === 'string' ? [text] : leaves(text)));

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
const patternOf = (text: string) => new RegExp(`^${escaped(text).replace(/\\\{\\\{.*?\\\}\\\}/g, '.+')}$`);

/**
 * Finds the English texts of ours on a screen: those that German does not have too. Ignores single lower-case words, which
 * may be data.
 */
export async function englishFinder(): Promise<(words: string[]) => string[]> {
  const german = await allTexts(await areas.de(), germanSentences);
  const english = [...(await allTexts(await areas.en(), entry, sentences))].filter(
    (text) => !german.has(text) && /\p{Lu}\p{L}|\p{L} \p{L}/u.test(text.replace(/\{\{.*?\}\}/g, '')),
  );
  const withValues = english.filter((text) => text.includes('{{')).map(patternOf);
  const fixed = new Set(english.filter((text) => !text.includes('{{')));
  const isEnglish = (words: string) => fixed.has(words) || withValues.some((pattern) => pattern.test(words));
  const known = new Map<string, boolean>(); // most texts stand on many screens
  return (words) =>
    words.filter((one) => {
      const is = known.get(one) ?? isEnglish(one);
      known.set(one, is);
      return is;
    });
}

/** Runs in the page: all visible and accessible texts, but for those said to be English, such as the names of the API. */
export const wordsOfPage = `[...document.querySelectorAll('body, body *')].filter((element) => (
  element.closest('[lang]') === document.documentElement || element.closest('[lang]').lang !== 'en')).flatMap((element) => [
  ...[...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data),
  ...['aria-label', 'placeholder', 'title'].map((name) => element.getAttribute(name) ?? ''),
]).map((words) => words.trim()).filter(Boolean)`;
