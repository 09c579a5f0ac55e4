import type { Areas, Translation } from '../../english';

/** Texte der Darstellung für einen Administrator. */
export const texts: Translation<Areas['preferences']> = {
  title: 'Darstellung',
  hint: 'Gilt auf jedem Gerät, auf dem Sie sich anmelden.',
  loading: 'Ihre Einstellungen werden geladen …',
  asDevice: 'Wie dieses Gerät ({{value}})',
  asChosenHere: 'Wie auf jedem Gerät gewählt',
  saved: 'Gespeichert.',
  language: 'Sprache',
  languageHint: 'Mails haben ihre eigene Sprache, weiter unten.',
  dates: 'Datum',
  dateFormats: {
    words: 'Mit Wörtern: {{example}}',
    numbers: 'Mit Zahlen: {{example}}',
    iso: 'Jahr zuerst: {{example}}',
  },
  numbers: 'Zahlen',
  asLanguage: 'Wie die Sprache ({{value}})',
  timeZone: 'Zeitzone',
  timeZoneHint: 'Für Zeiten auf den Bildschirmen. Die Zeiten von Regeln gelten nach der Uhr ihres Ortes.',
  theme: 'Erscheinungsbild',
  themes: { light: 'Hell', dark: 'Dunkel' },
  density: 'Tabellen',
  densities: { normal: 'Normal', compact: 'Kompakt' },
  startPage: 'Erste Seite nach der Anmeldung',
  startPages: {
    '/dashboards/start': 'Übersicht',
    '/people': 'Personen',
    '/access/who': 'Wer darf öffnen',
    '/cylinders': 'Zylinder und Schlüssel',
    '/keys/key-plans': 'Schlüsselpläne',
    '/change-sets': 'Änderungen',
    '/work-list': 'Arbeitsliste',
    '/drift': 'Im Schlüsselsystem selbst geändert',
  },
};
