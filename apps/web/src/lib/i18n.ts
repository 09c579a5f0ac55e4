import { type Areas, areas, formatsOf, type Language, languages } from '@key2xs/texts';
import { texts as entry } from '@key2xs/texts/en/entry';
import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { formatChoice } from './format-choice';
import { localStore } from './local-store';
import { firstLanguage } from './words/first-language';

const KEY = 'language';

async function textsOf(language: Language, area: string): Promise<object> {
  const inLanguage: Record<string, () => Promise<{ texts: object }>> = await areas[language]();
  const load = inLanguage[area];
  if (!load) throw new Error(`There are no texts of ${area}.`);
  return (await load()).texts;
}

const catalogue: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, area, done) => {
    textsOf(languageOf(language), area).then(
      (texts) => done(null, texts),
      (cause) => done(cause, null),
    );
  },
};

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'entry';
    fallbackNS: 'entry';
    resources: Areas;
  }
}

const languageOf = (name: string | null): Language => languages.find((language) => language === name) ?? 'en';

export const i18n = i18next.createInstance();

void i18n
  .use(initReactI18next)
  .use(catalogue)
  .init({
    lng: firstLanguage(localStore.read(KEY), navigator.languages),
    fallbackLng: 'en',
    ns: ['entry'],
    defaultNS: 'entry',
    fallbackNS: 'entry',
    partialBundledLanguages: true,
    resources: { en: { entry } },
    // React escapes what it shows.
    interpolation: { escapeValue: false },
    initAsync: false,
  });

i18n.services.formatter?.add('number', (value) => formatsOf(currentLanguage(), formatChoice()).number(Number(value)));

const tell = () => {
  document.documentElement.lang = languageOf(i18n.language);
};
tell();
i18n.on('languageChanged', tell);

export const currentLanguage = (): Language => languageOf(i18n.language);

/** Also stores it in this browser. */
export async function chooseLanguage(language: Language): Promise<void> {
  localStore.write(KEY, language);
  await i18n.changeLanguage(language);
}
