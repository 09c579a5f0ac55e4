import type { Areas, Translation } from '../english';

/** Die Liste der Administratoren. */
export const texts: Translation<Areas['administrators']> = {
  words: {
    title: 'Administratoren',
    subtitle: 'Wer sich bei Key2XS anmelden darf, und als was.',
    caption: 'Administratoren',
    loading: 'Administratoren werden geladen …',
    search: 'Administratoren suchen',
    noMatch: 'Kein Administrator passt',
  },
  columns: { username: 'Benutzername', role: 'Rolle', state: 'Status', created: 'Seit' },
  roles: { superadmin: 'Super-Admin', subadmin: 'Sub-Admin' },
  states: { active: 'Aktiv', disabled: 'Gesperrt' },
};
