import i18next from 'i18next';
import type { Language } from './areas';
import { texts as de } from './de/sentences';
import { texts as en } from './en/sentences';
import { formatsOf } from './format';
import { addListFormats } from './list-formats';
import { type Sentence, tell } from './sentence';

/** Tells sentences where there is no screen: in answers for other programs, in mails, in files to take along. */
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

/** In English unless said otherwise. */
export const told = (sentence: Sentence, language: Language = 'en'): string =>
  tell(i18n.getFixedT(language) as never, sentence); // codes and parameters were checked when it was said
