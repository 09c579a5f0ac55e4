import i18next from 'i18next';
import type { Language } from './areas';
import { texts as de } from './de/sentences';
import { texts as en } from './en/sentences';
import { formatsOf } from './format';
import { addListFormats } from './list-formats';
import { fillPlaceholders } from './placeholders';
import { type Sentence, translateSentence } from './sentence';

/** Renders sentences outside screens: in API answers, mails and downloaded files. */
const i18n = i18next.createInstance();
void i18n.init({
  fallbackLng: 'en',
  ns: ['sentences'],
  defaultNS: 'sentences',
  resources: { en: { sentences: en }, de: { sentences: de } },
  interpolation: { escapeValue: false },
  initAsync: false,
});
addListFormats(i18n);
i18n.services.formatter?.add('day', (instant: string, language) =>
  formatsOf(language === 'de' ? 'de' : 'en').calendarDay(instant),
);

/** In English by default. */
export const renderSentence = (sentence: Sentence, language: Language = 'en'): string =>
  translateSentence(i18n.getFixedT(language) as never, sentence); // `say` has checked code and parameters

/** Texts of an organisation by the code of the sentence that they replace, in one language. */
export type OwnTexts = ReadonlyMap<string, string>;

/** In the words of the organisation where it has its own, as for a sentence within the sentence. */
export function renderInWords(sentence: Sentence, language: Language, own: OwnTexts): string {
  const { number } = formatsOf(language);
  const shown = (value: unknown) =>
    typeof value === 'number' ? number(value) : Array.isArray(value) ? value.join(', ') : String(value);
  return translateSentence((code, params) => {
    const text = own.get(code);
    if (text === undefined) return renderSentence({ code, params: params as Sentence['params'] & object }, language); // rendered already
    return fillPlaceholders(
      text,
      Object.fromEntries(Object.entries(params).map(([name, value]) => [name, shown(value)])),
    );
  }, sentence);
}

/** A text of the product as it is written, of a plural the one for many; without formats in its placeholders. */
export function productText(code: string, language: Language): string {
  const text: unknown =
    i18n.getResource(language, 'sentences', code) ?? i18n.getResource(language, 'sentences', `${code}_other`);
  if (typeof text !== 'string') throw new Error(`no text ${code}`);
  return text.replace(/\{\{(\w+), \w+\}\}/g, '{{$1}}');
}
