import type { texts as english } from '../../../en/sentences';
import type { Translation } from '../../../english';

export const entraSession: Translation<typeof english.entraSession> = {
  notFound: 'Diese Einrichtung gibt es nicht mehr. Bitte beginnen Sie eine neue.',
  initiated: 'Tragen Sie die App-Registrierung Ihres Mandanten ein.',
  awaitingConsent:
    'Lassen Sie einen Administrator Ihres Microsoft-Mandanten zustimmen, oder tragen Sie eine eigene App-Registrierung ein.',
  consentReceived: 'Microsoft hat geantwortet. Die Prüfungen beginnen.',
  applicationEntered: 'Eingetragen. Die Prüfungen beginnen.',
  verifying: 'Die Berechtigungen werden geprüft.',
  ready: '{{organisation}} ist bereit. Prüfen Sie, ob das Ihre Organisation ist.',
  completed: '„{{name}}“ ist verbunden.',
  completedPolling:
    '„{{name}}“ ist verbunden. Microsoft kann hier keine Änderungen melden; sie werden bei jedem Lesen gefunden.',
  cancelled: 'Abgebrochen. Es wurde nichts gespeichert.',
  cancelledAfterConsent:
    'Abgebrochen, und die eingetragenen Geheimnisse sind gelöscht. Die Zustimmung bleibt bei Microsoft: Löschen Sie die Anwendung dort unter „Unternehmensanwendungen“.',
  wrongTenant:
    'Microsoft nennt einen anderen Mandanten als die Antwort. Es wurde nichts gespeichert. Beginnen Sie noch einmal, und öffnen Sie die Zustimmung von hier aus.',
  answerUsed:
    'Diese Antwort von Microsoft wurde schon verwendet. Gehen Sie zurück zur Einrichtung, um ihren Stand zu sehen.',
  answerUnusable:
    'Diese Adresse enthält keine Antwort von Microsoft. Gehen Sie zurück zur Einrichtung, und öffnen Sie die Zustimmung von dort.',
  answerWithoutState:
    'Diese Zustimmung wurde nicht hier begonnen, deshalb wird nichts gespeichert. Fügen Sie eine Identitätsquelle hinzu, und öffnen Sie die Zustimmung von dort.',
  notNow: 'Das geht beim jetzigen Stand der Einrichtung nicht: {{status}}',
  noSandbox: 'Die Sandbox für Entra ID läuft hier nicht.',
  noSharedApplication:
    'Diese Installation hat keine eigene Anwendung bei Microsoft; verwenden Sie eine App-Registrierung Ihres Mandanten. Wer den Server betreibt, kann KEY2XS_ENTRA_CLIENT_ID setzen.',
  noOrigin: 'Nennen Sie die Adresse, unter der das Produkt geöffnet ist: Niemand hat KEY2XS_PUBLIC_URL gesetzt.',
  foreignOrigin:
    'An diese Adresse wurde die Anfrage nicht gesendet. Setzen Sie KEY2XS_PUBLIC_URL, um eine andere zu verwenden.',
  oneCredential:
    'Tragen Sie einen geheimen Clientschlüssel ein, oder wählen Sie eine Zertifikatsdatei: eines von beiden.',
  secretMissing: 'Tragen Sie den Wert des geheimen Clientschlüssels ein.',
  secretIsId:
    'Das ist die ID eines geheimen Clientschlüssels. Tragen Sie seinen Wert ein: Das Portal zeigt ihn neben der ID, ein einziges Mal.',
  certificatePassword: 'Tragen Sie das Kennwort der Datei ein.',
  stopped:
    'Ein unerwarteter Fehler hat die Prüfungen beendet. Einzelheiten stehen im Protokoll des Servers. Beginnen Sie noch einmal.',
};

export const entraCheck: Translation<typeof english.entraCheck> = {
  signedIn: 'Die Anmeldung für diesen Mandanten gelingt.',
  permissions: 'Erteilt: {{permissions, list}}.',
  permissionsMissing:
    'Noch nicht erteilt: {{permissions, list}}. Microsoft gibt eine Zustimmung binnen einiger Minuten weiter; es wird automatisch noch einmal versucht.',
  consentNotYet:
    'Microsoft kennt die Zustimmung noch nicht. Das kann einige Minuten dauern; es wird automatisch noch einmal versucht.',
  noGroups: 'Gruppen werden nicht gelesen: {{permissions, list}} fehlt. Erteilt: {{given, list}}.',
  person_one: 'Eine Person wurde gelesen.',
  person_other: '{{count, number}} Personen wurden auf der ersten Seite gelesen.',
  nobody: 'Das Verzeichnis enthält keine Personen, die Key2XS lesen darf.',
  organisation: '{{name}}, {{domain}}',
  organisationOnly: '{{name}}',
  counted_one: '{{count, number}} Person',
  counted_other: '{{count, number}} Personen',
  notCounted: 'Microsoft zählt die Personen dieses Mandanten nicht.',
  webhook: 'Microsoft kann Änderungen an {{address}} melden.',
  noWebhook:
    'Microsoft kann keine Änderungen melden, weil keine öffentliche https-Adresse gesetzt ist (KEY2XS_PUBLIC_URL). Änderungen werden bei jedem Lesen gefunden.',
  later: '{{reason}} Es wird automatisch noch einmal versucht.',
};
