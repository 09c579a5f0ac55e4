import type { Areas, Translation } from '../../english';

/** Texte von „Sub-Admins“. */
export const texts: Translation<Areas['administrators']> = {
  words: {
    title: 'Sub-Admins',
    subtitle: 'Wer sich bei Key2XS anmelden darf, und wer was tun darf, und wo.',
    caption: 'Administratoren',
    loading: 'Administratoren werden geladen …',
    search: 'Administratoren suchen',
    noMatch: 'Kein Administrator passt',
  },
  tabs: { label: 'Teile dieser Seite', administrators: 'Administratoren', settings: 'Einstellungen' },
  columns: { username: 'Benutzername', role: 'Rolle', state: 'Status', created: 'Seit' },
  roles: { superadmin: 'Super-Admin', subadmin: 'Sub-Admin' },
  states: { disabled: 'Gesperrt' },
  memory: {
    title: 'Was Personen früher öffnen konnten',
    loading: 'Aufbewahrung wird geladen …',
    since: 'Bekannt seit {{date}}.',
    label: 'Wie viele Tage aufbewahren',
    hint: 'Was älter ist, wird binnen einer Stunde endgültig gelöscht: Wer damals was öffnen konnte und warum, lässt sich dann nicht mehr sagen.',
    outside: 'Zwischen {{least}} und {{most}} Tagen.',
    saved: 'Gespeichert.',
  },
};
