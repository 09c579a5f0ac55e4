import type { texts as english } from '../../../en/sentences';
import type { Translation } from '../../../english';

export const entra: Translation<typeof english.entra> = {
  secret_wrong: {
    what: 'Microsoft nimmt den geheimen Clientschlüssel nicht an.',
    remedy:
      'Kopieren Sie noch einmal den Wert, nicht die ID: Das Portal zeigt ihn nur einmal. Ist er verloren, legen Sie einen neuen an.',
  },
  secret_expired: {
    what: 'Der geheime Clientschlüssel ist abgelaufen.',
    remedy: 'Legen Sie in der App-Registrierung einen neuen an, und tragen Sie seinen Wert hier ein.',
  },
  secret_missing: {
    what: 'Microsoft verlangt einen geheimen Clientschlüssel oder ein Zertifikat, und keines wurde gesendet.',
    remedy: 'Tragen Sie einen geheimen Clientschlüssel ein, oder laden Sie ein Zertifikat hoch.',
  },
  certificate_unknown: {
    what: 'Microsoft kennt unser Zertifikat nicht.',
    remedy:
      'Laden Sie den öffentlichen Teil (.cer) in der App-Registrierung unter „Zertifikate & Geheimnisse“ hoch, und versuchen Sie es noch einmal.',
  },
  certificate_unusable: {
    what: 'Mit dem gespeicherten Zertifikat ist keine Anmeldung möglich.',
    remedy: 'Laden Sie das Zertifikat noch einmal hoch.',
  },
  clock_off: {
    what: 'Laut Microsoft geht die Uhr dieses Servers falsch.',
    remedy: 'Lassen Sie die Uhr dieses Servers stellen, und versuchen Sie es noch einmal.',
  },
  application_unknown: {
    what: 'Der Mandant hat keine Anwendung mit dieser ID.',
    remedy:
      'Prüfen Sie die Anwendungs-ID (Client) und die Mandanten-ID; stimmen beide, erteilen Sie zuerst die Administratorzustimmung.',
  },
  application_disabled: {
    what: 'Die Anwendung ist im Mandanten abgeschaltet.',
    remedy: 'Aktivieren Sie unter „Unternehmensanwendungen“ ihre Anmeldung, und versuchen Sie es noch einmal.',
  },
  consent_missing: {
    what: 'Für die Anwendung hat noch niemand die Administratorzustimmung erteilt.',
    remedy:
      'Lassen Sie sie von einem globalen Administrator des Mandanten erteilen. Es kann einige Minuten dauern, bis sie gilt.',
  },
  consent_declined: {
    what: 'Die Administratorzustimmung wurde abgelehnt.',
    remedy: 'Beginnen Sie noch einmal, und lassen Sie einen Administrator des Mandanten zustimmen.',
  },
  consent_cancelled: {
    what: 'Microsoft beendete die Zustimmung ohne Ergebnis.',
    remedy: 'Beginnen Sie noch einmal mit einem Konto, das für den ganzen Mandanten zustimmen darf.',
  },
  tenant_unknown: {
    what: 'Microsoft kennt keinen Mandanten mit dieser ID.',
    remedy: 'Kopieren Sie die Mandanten-ID noch einmal aus der Übersicht von Microsoft Entra ID.',
  },
  federation_mismatch: {
    what: 'Die Anwendung nimmt nur Anmeldungen einer anderen Plattform an (Verbundanmeldeinformation).',
    remedy: 'Legen Sie in der App-Registrierung einen geheimen Clientschlüssel oder ein Zertifikat an.',
  },
  policy_blocks: {
    what: 'Eine Richtlinie für bedingten Zugriff sperrt die Anwendung.',
    remedy: 'Lassen Sie sie von der Richtlinie ausnehmen, oder dort die Adresse dieses Servers zulassen.',
  },
  scope_invalid: {
    what: 'Microsoft nimmt nicht an, was die Anwendung verlangt.',
    remedy: 'Prüfen Sie, dass die App-Registrierung Anwendungsberechtigungen für Microsoft Graph hat.',
  },
  sign_in_refused: {
    what: 'Microsoft hat die Anmeldung der Anwendung abgelehnt.',
    remedy: 'Suchen Sie sie in den Anmeldeprotokollen von Microsoft Entra ID („Anmeldungen von Dienstprinzipalen“).',
  },
  token_refused: {
    what: 'Microsoft Graph nimmt unsere Anmeldung nicht an, auch nicht nach ihrer Erneuerung.',
    remedy: 'Prüfen Sie, ob es die Anwendung im Mandanten noch gibt, und ob ihr Geheimnis oder Zertifikat gültig ist.',
  },
  permission_missing: {
    what: 'Der Anwendung fehlt dazu eine Berechtigung.',
    remedy:
      'Fügen Sie sie in der App-Registrierung unter „API-Berechtigungen“ hinzu, und erteilen Sie noch einmal die Administratorzustimmung.',
  },
  subscription_quota: {
    what: 'Im Mandanten ist kein Platz für eine weitere Änderungsbenachrichtigung.',
    remedy:
      'Löschen Sie die von Anwendungen, die nicht mehr verwendet werden, oder lassen Sie es: Änderungen werden dann bei jedem Abgleich gefunden.',
  },
  subscription_unreachable: {
    what: 'Microsoft konnte die Adresse für Änderungsbenachrichtigungen nicht erreichen.',
    remedy:
      'Prüfen Sie, dass diese Installation aus dem Internet über HTTPS erreichbar ist, oder lassen Sie es: Änderungen werden dann bei jedem Abgleich gefunden.',
  },
  not_found: {
    what: 'Microsoft Graph hat das Objekt nicht mehr.',
    remedy: 'Laden Sie die Seite neu; steht es noch da, gleichen Sie noch einmal ab.',
  },
  attribute_refused: {
    what: 'Microsoft Graph kennt eines der zugeordneten Attribute nicht.',
    remedy: 'Prüfen Sie die Namen in der Zuordnung.',
  },
  not_supported: {
    what: 'Microsoft Graph bietet das für diesen Mandanten nicht.',
    remedy: 'Prüfen Sie, dass es ein Mandant von Microsoft Entra ID ist, und keiner für Kunden (External ID, B2C).',
  },
  refused_item: {
    what: 'Microsoft Graph hat den Aufruf abgelehnt.',
    remedy: 'Versuchen Sie es noch einmal; bleibt es dabei, testen Sie die Verbindung.',
  },
  refused: {
    what: 'Microsoft Graph antwortete, dass es das im Augenblick nicht tun kann.',
    remedy: 'Nichts zu tun: Beim nächsten Abgleich wird es wieder versucht.',
  },
  throttled: {
    what: 'Microsoft Graph bittet um eine Pause.',
    remedy: 'Nichts zu tun: Der Lauf geht nach der Pause automatisch weiter.',
  },
  unreachable: {
    what: 'Microsoft ist nicht erreichbar.',
    remedy:
      'Prüfen Sie, dass dieser Server Verbindungen zu login.microsoftonline.com und graph.microsoft.com aufbauen darf.',
  },
  address_refused: {
    what: 'Diese Installation erlaubt keine Aufrufe an diese Adresse.',
    remedy: 'Nehmen Sie die Adresse aus der Konfiguration der Verbindung.',
  },
  tls_untrusted: {
    what: 'Dem Zertifikat, das Microsoft zeigt, ist nicht zu trauen.',
    remedy:
      'Prüft Ihr Netz TLS-Verbindungen, lassen sich login.microsoftonline.com und graph.microsoft.com dort auch ausnehmen.',
  },
  timeout: {
    what: 'Microsoft hat nicht rechtzeitig geantwortet.',
    remedy:
      'Nichts zu tun: Beim nächsten Abgleich wird es wieder versucht. Bleibt es dabei, prüfen Sie das Netz dieses Servers.',
  },
  bad_answer: {
    what: 'Microsoft Graph hat unverständlich geantwortet.',
    remedy:
      'Versuchen Sie es später noch einmal; bleibt es dabei, prüfen Sie, ob ein Proxy dazwischen die Antworten verändert.',
  },
  aborted: {
    what: 'Der Aufruf wurde vor seinem Ende abgebrochen.',
    remedy: 'Starten Sie ihn noch einmal.',
  },
};

export const entraCase: Translation<typeof english.entraCase> = {
  code: 'Der Code ist AADSTS{{number}}.',
  permission: 'Es fehlt: {{permission}}.',
  foreignLink: 'Die nächste Seite sollte von {{host}} geholt werden. Dorthin wurde nichts gesendet.',
  loop: 'Es sendet immer wieder dieselben Seiten.',
  tooManyPages: 'Es hat {{most, number}} Seiten gesendet und kam nicht zum Ende.',
  noEnd: 'Eine Liste hört auf, ohne dass gesagt wurde, dass sie vollständig ist.',
};

export const entraSetUp: Translation<typeof english.entraSetUp> = {
  configuration:
    'Die Konfiguration dieser Verbindung ist unvollständig: {{field}}. Tragen Sie Mandanten-ID und Anwendungs-ID noch einmal ein.',
  noCredential:
    'Diese Verbindung hat weder einen geheimen Clientschlüssel noch ein Zertifikat. Tragen Sie eines davon ein.',
  noSharedApplication:
    'Diese Installation hat bei Microsoft keine eigene Anwendung. Verwenden Sie eine App-Registrierung Ihres Mandanten.',
  endpointsOnlyForSandbox: 'Andere Adressen von Microsoft Graph sind nur für die Sandbox. Nehmen Sie sie heraus.',
  lacks: 'Diese Attribute gibt es in Microsoft Graph nicht: {{attributes, list}}. Prüfen Sie die Zuordnung.',
};

export const entraValue: Translation<typeof english.entraValue> = {
  notText: '{{attribute}} ist kein Text',
  notYesOrNo: '{{attribute}} ist weder wahr noch falsch',
  notMoment: '{{attribute}} ist kein Datum',
  notOne: '{{attribute}} hat eine unbekannte Form',
  unstorable: '{{attribute}} hat Zeichen, die nicht gespeichert werden können',
};
