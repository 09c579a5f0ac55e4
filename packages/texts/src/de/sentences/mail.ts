import type { mail as en } from '../../en/sentences/mail';
import type { Translation } from '../../english';

export const mail: Translation<typeof en> = {
  open: 'In Key2XS öffnen: {{address}}',
  footer: 'Sie erhalten diese Mail, weil Sie das in Key2XS im Menü Ihres Kontos unter Einstellungen gewählt haben.',
  personalFooter: 'Sie erhalten diese Mail, weil es um Ihr eigenes Konto in Key2XS geht.',
  apiToken: {
    ends_one: 'Ihr API-Token endet in {{count, number}} Tag: {{name}}',
    ends_other: 'Ihr API-Token endet in {{count, number}} Tagen: {{name}}',
    ended: 'Ihr API-Token ist abgelaufen: {{name}}',
    text: '{{what}}. Geben Sie ihm ein neues Geheimnis und tragen Sie es in dem Programm ein, das es verwendet, oder widerrufen Sie es, wenn es keines mehr gibt.',
  },
  newDevice: {
    subject: 'Neue Anmeldung an Ihrem Konto: {{username}}',
    text: 'An Ihrem Konto {{username}} gab es eine Anmeldung aus einem Netz oder mit einem Browser, die dort bisher nicht verwendet wurden. Zeitpunkt: {{moment}}. Adresse: {{address}}. Browser: {{browser}}. Waren Sie das, ist nichts zu tun. Wenn nicht, ändern Sie Ihr Passwort, was alle Sitzungen beendet, und sagen Sie einem Super-Admin Bescheid.',
  },
  credentialsChanged: {
    subject: 'Ihre Anmeldung hat sich geändert',
    text: '{{what}} Wenn Sie das nicht waren, sagen Sie sofort einem Super-Admin Bescheid.',
    password: 'Ihr Konto hat ein neues Passwort.',
    totp_added: 'Für Ihr Konto wurde eine Authenticator-App eingerichtet.',
    totp_removed: 'Die Authenticator-App Ihres Kontos wurde entfernt.',
    passkey_added: 'Ihrem Konto wurde ein Passkey hinzugefügt.',
    passkey_removed: 'Ein Passkey Ihres Kontos wurde entfernt.',
    recovery_codes: 'Ihr Konto hat neue Wiederherstellungscodes; die früheren gelten nicht mehr.',
    factors_reset:
      'Die zweiten Faktoren Ihres Kontos wurden entfernt. Braucht Ihr Konto einen, richten Sie ihn bei der nächsten Anmeldung ein.',
  },
  forgotten: {
    subject: 'Ein neues Passwort setzen',
    text: 'Für Ihr Konto {{username}} wurde ein neues Passwort angefordert. Der Link funktioniert einmal, eine Stunde lang, und beendet alle Sitzungen des Kontos. Haben Sie nicht darum gebeten, beachten Sie diese Mail nicht: Es hat sich nichts geändert.',
  },
  linkFooter:
    'Wenn Sie diese Mail nicht erwartet haben, beachten Sie sie nicht. Der Link gilt einmal und nur für kurze Zeit.',
  noAddressOfServer:
    'Der Server kennt seine eigene Adresse nicht, deshalb wurde kein Link verschickt. Setzen Sie KEY2XS_PUBLIC_URL.',
  invitation: {
    subject: 'Ihre Einladung zu Key2XS',
    text: '{{by}} hat Sie eingeladen, den Zugang mit Key2XS zu verwalten. Öffnen Sie den Link innerhalb von 72 Stunden und wählen Sie Benutzernamen und Passwort.',
  },
  passwordReset: {
    subject: 'Ein neues Passwort für Key2XS setzen',
    text: 'Öffnen Sie den Link innerhalb einer Stunde und setzen Sie ein neues Passwort. Dabei enden Ihre Sitzungen.',
  },
  viewed: {
    subject: '{{by}} hat Key2XS mit Ihren Rechten gesehen',
    text: '{{by}} hat Key2XS für 15 Minuten mit Ihren Rechten geöffnet, um zu sehen, was Sie sehen. Damit lässt sich nichts ändern und nichts herunterladen. Grund: {{reason}}',
  },
  guardStopped: {
    subject: 'Die Schutzprüfung hat einen Lauf angehalten: {{title}}',
    text: 'Die Schutzprüfung hat diesen Lauf angehalten, bevor er etwas geändert hat: {{title}}. Prüfen Sie die Änderungen, und erlauben oder verwerfen Sie sie.',
  },
  syncFailed: {
    subject: 'Lauf gescheitert: {{name}}',
    text: 'Der Lauf für {{name}} ist gescheitert. {{reason}} Über weitere Fehler erhalten Sie keine Mail, bis ein Lauf gelungen ist.',
  },
  inventoryFailed: {
    subject: 'Lesen gescheitert: {{name}}',
    text: 'Das Lesen des Bestands von {{name}} ist gescheitert. {{reason}} Über weitere Fehler erhalten Sie keine Mail, bis es gelungen ist.',
  },
  sourceFailing: {
    subject: 'Lauf gescheitert: {{name}}',
    text: 'Ein Lauf für die Identitätsquelle {{name}} ist gescheitert. {{reason}} Über weitere Fehler erhalten Sie keine Mail, bis ein Lauf gelungen ist.',
  },
  sourceRecovered: {
    subject: 'Läuft wieder: {{name}}',
    text: 'Ein Lauf für die Identitätsquelle {{name}} ist gelungen. Zuvor waren Läufe gescheitert.',
  },
  secret: {
    ended: 'Das Clientgeheimnis von {{name}} ist abgelaufen',
    today: 'Das Clientgeheimnis von {{name}} läuft heute ab',
    ends_one: 'Das Clientgeheimnis von {{name}} läuft in {{count, number}} Tag ab',
    ends_other: 'Das Clientgeheimnis von {{name}} läuft in {{count, number}} Tagen ab',
  },
  certificate: {
    ended: 'Das Zertifikat von {{name}} ist abgelaufen',
    today: 'Das Zertifikat von {{name}} läuft heute ab',
    ends_one: 'Das Zertifikat von {{name}} läuft in {{count, number}} Tag ab',
    ends_other: 'Das Zertifikat von {{name}} läuft in {{count, number}} Tagen ab',
  },
  endingText: {
    successor: '{{what}}. Der Nachfolger ist hinterlegt und wartet auf die Aktivierung.',
    none: '{{what}}. Hinterlegen Sie den Nachfolger, und aktivieren Sie ihn.',
  },
  webhookDisabled: {
    subject: 'Webhook ausgeschaltet: {{host}}',
    failing:
      'Der Webhook bei {{host}} ist fünf Tage lang gescheitert und wurde ausgeschaltet. Er erhält keine Ereignisse mehr. Prüfen Sie den Empfänger, senden Sie einen Test, und schalten Sie ihn dann ein.',
    gone: 'Der Webhook bei {{host}} hat geantwortet, dass es ihn nicht mehr gibt (410), und wurde ausgeschaltet. Er erhält keine Ereignisse mehr.',
  },
  test: {
    subject: 'Testmail von Key2XS',
    text: 'Mails von Key2XS erreichen Sie unter dieser Adresse.',
    sent: 'Der Mailserver hat eine Testmail an {{address}} angenommen.',
  },
  notConfigured:
    'Dieser Server verschickt keine Mails. Setzen Sie KEY2XS_SMTP_URL und KEY2XS_MAIL_FROM, und starten Sie ihn neu.',
  noAddress: 'Speichern Sie zuerst Ihre Mailadresse.',
  refused: 'Der Mailserver hat eine Mail abgelehnt: {{answer}}',
  postponed: 'Der Mailserver hat eine Mail noch nicht angenommen: {{answer}}',
  signInRefused: 'Der Mailserver hat Benutzernamen oder Passwort aus KEY2XS_SMTP_URL abgelehnt.',
  unreachable: 'Der Mailserver war nicht erreichbar: {{reason}}',
  timedOut: 'Der Mailserver hat nicht rechtzeitig geantwortet.',
};
