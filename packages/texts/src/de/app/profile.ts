import type { Areas, Translation } from '../../english';

/** Texte des eigenen Kontos und seiner Einstellungen. */
export const texts: Translation<Areas['profile']> = {
  title: 'Profil',
  subtitle: 'Ihr Konto, und worüber Sie Mails erhalten.',
  tabs: { label: 'Teile des Profils', profile: 'Konto', settings: 'Einstellungen' },
  account: {
    title: 'Ihr Konto',
    username: 'Benutzername',
    role: 'Rolle',
    since: 'Seit',
    roles: { superadmin: 'Super-Admin', subadmin: 'Sub-Admin' },
    loading: 'Ihr Konto wird geladen …',
  },
  notices: {
    title: 'Meldungen per Mail',
    loading: 'Ihre Auswahl wird geladen …',
    superAdminsOnly: 'Nur Super-Admins erhalten Mails.',
    notConfigured: 'Dieser Server verschickt keine Mails.',
    notConfiguredHint:
      'Wer ihn betreibt, setzt KEY2XS_SMTP_URL und KEY2XS_MAIL_FROM und startet ihn neu. Auswählen können Sie hier schon.',
    failing: 'Die letzte Mail an Sie wurde nicht verschickt.',
    failingAt: '{{message}} Das war {{when}}.',
    triedAgain: 'Sie wird noch einmal versucht.',
    givenUp: 'Sie wird nicht noch einmal versucht.',
    address: 'Mailadresse',
    addressHint: 'Lassen Sie sie leer, um keine Mails zu erhalten.',
    language: 'Sprache der Mails',
    about: 'Mail senden, wenn',
    kinds: {
      guard_stopped: 'die Schutzprüfung einen Lauf angehalten hat',
      run_failed: 'ein Lauf oder das Lesen eines Schließsystems gescheitert ist',
      source_state: 'eine Identitätsquelle ausfällt und wenn sie wieder läuft',
      credential_ending: 'ein Geheimnis oder Zertifikat bald abläuft oder abgelaufen ist',
    },
    saved: 'Gespeichert.',
    test: 'Testmail senden',
    testHint: 'Geht an die gespeicherte Adresse.',
  },
};
