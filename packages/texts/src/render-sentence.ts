import i18next from 'i18next';
import type { Language } from './areas';
import { texts as de } from './de/sentences';
import { texts as en } from './en/sentences';
import { formatsOf } from './format';
import { addListFormats } from './list-formats';
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
