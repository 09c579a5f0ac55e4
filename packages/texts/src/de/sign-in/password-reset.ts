import type { Areas, Translation } from '../../english';

/** Die Seite, zu der ein Link für ein vergessenes Passwort führt. */
export const texts: Translation<Areas['password-reset']> = {
  title: 'Neues Passwort setzen',
  purpose: 'Dieser Link gilt einmal. Wenn Sie ihn verwenden, enden alle Ihre Sitzungen und API-Token.',
  password: 'Neues Passwort',
  hint: 'Mindestens 15 Zeichen; ein Satz eignet sich gut',
  submit: 'Passwort setzen',
  busy: 'Das Passwort wird gesetzt …',
  done: 'Das Passwort von {{username}} wurde geändert',
  doneHint: 'Melden Sie sich jetzt damit an.',
  signIn: 'Zur Anmeldung',
  incomplete: 'Diese Adresse ist nicht vollständig',
  incompleteHint:
    'Öffnen Sie den ganzen Link, wie Sie ihn bekommen haben, mit allem nach dem #. Nach dem Neuladen öffnen Sie ihn noch einmal.',
};
