import type { Areas, Translation } from '../../english';

/** Die Seite, auf die der Link einer Einladung führt. */
export const texts: Translation<Areas['invitation']> = {
  title: 'Ihre Einladung',
  loading: 'Ihre Einladung wird gelesen …',
  welcome: 'Willkommen, {{name}}',
  superadmin: 'Sie sind als Super-Admin eingeladen.',
  subadmin: 'Sie sind als Sub-Admin eingeladen: {{roles, list}}.',
  withoutRole: 'Sie sind als Sub-Admin eingeladen.',
  until: 'Der Link gilt einmal, bis {{when}}.',
  username: 'Benutzername',
  usernameHint: 'Ab 3 Buchstaben, Ziffern, Punkten, Bindestrichen, Unterstrichen und @',
  password: 'Passwort',
  passwordHint: 'Mindestens 15 Zeichen; ein Satz eignet sich gut',
  submit: 'Konto anlegen',
  busy: 'Das Konto wird angelegt …',
  ended: 'Diese Einladung gilt nicht mehr',
  endedHint:
    'Sie wurde benutzt, ersetzt oder widerrufen, oder ihre 72 Stunden sind vorbei. Bitten Sie die Person, die Sie eingeladen hat, um einen neuen Link. Wenn Sie ein Konto haben, melden Sie sich an.',
  incomplete: 'Diese Adresse ist nicht vollständig',
  incompleteHint:
    'Öffnen Sie den ganzen Link, wie Sie ihn bekommen haben, mit allem nach dem #. Nach dem Neuladen öffnen Sie ihn noch einmal.',
  done: 'Ihr Konto {{username}} ist angelegt',
  doneHint: 'Melden Sie sich jetzt damit an. Wenn ein zweiter Faktor nötig ist, richten Sie ihn dabei ein.',
  signIn: 'Zur Anmeldung',
};
