import type { i18n } from 'i18next';

/** How a text shows several things, e.g. `{{names, list}}`. */
const joined = {
  list: (parts: string[]) => parts.join(', '),
  sentences: (parts: string[]) => parts.join(' '),
  clauses: (parts: string[]) => parts.join('; '),
  and: (parts: string[], language: string) => new Intl.ListFormat(language, { type: 'conjunction' }).format(parts),
};

export function addListFormats({ services }: i18n): void {
  for (const [name, join] of Object.entries(joined)) {
    services.formatter?.add(name, (parts: string[], language = 'en') => join([parts].flat(), language));
  }
}
