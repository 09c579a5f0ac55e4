import type { texts as en } from '../../en/app/webhooks';
import type { Translation } from '../../english';

export const texts: Translation<typeof en> = {
  title: 'Webhooks',
  loading: 'Webhooks werden geladen …',
  none: 'Noch keine Webhooks',
  noneHint:
    'Key2XS kann ein anderes System aufrufen, wenn etwas geschehen ist, etwa ein Lauf gescheitert oder eine Änderung angehalten.',
  full: 'Es kann höchstens {{count, number}} Webhooks geben. Löschen Sie einen, um einen anderen hinzuzufügen.',
  add: 'Webhook hinzufügen',
  create: 'Hinzufügen',
  edit: 'Webhook bearbeiten',
  editOf: 'Bearbeiten: Webhook {{name}}',
  saved: 'Der Webhook wurde gespeichert.',
  failed: 'Der Webhook wurde nicht gespeichert.',
  url: 'Adresse',
  urlHint:
    'Nur https. Weiterleitungen wird nicht gefolgt. Private Adressen müssen in KEY2XS_ALLOWED_HOSTS erlaubt sein.',
  chosen: 'Aufrufen, wenn',
  enabled: 'Eingeschaltet',
  sends: 'Wird aufgerufen bei: {{events, list}}',
  notCalled: 'Noch nicht aufgerufen.',
  waiting_one: '{{count, number}} Ereignis wartet.',
  waiting_other: '{{count, number}} Ereignisse warten.',
  dropped_one: '{{count, number}} wartendes Ereignis wird nicht gesendet.',
  dropped_other: '{{count, number}} wartende Ereignisse werden nicht gesendet.',
  answered: 'Der Empfänger hat nach {{duration}} ms mit {{status}} geantwortet.',
  health: {
    off: 'Ausgeschaltet',
    failing_off: 'Ausgeschaltet',
    gone_off: 'Ausgeschaltet',
    failing: 'Scheitert',
    fresh: 'Noch nicht aufgerufen',
    works: 'Funktioniert',
  },
  disabled: {
    failing:
      'Ausgeschaltet, nachdem er fünf Tage gescheitert ist. Prüfen Sie den Empfänger, senden Sie einen Test, bearbeiten Sie dann den Webhook und schalten Sie ihn ein.',
    gone: 'Ausgeschaltet, weil der Empfänger geantwortet hat, dass es ihn nicht mehr gibt (410).',
  },
  errors: {
    status: 'Der Empfänger hat mit {{status}} geantwortet.',
    gone: 'Der Empfänger hat mit {{status}} geantwortet: Es gibt ihn nicht mehr.',
    redirect:
      'Der Empfänger hat mit {{status}} geantwortet, einer Weiterleitung, der nicht gefolgt wird. Tragen Sie die neue Adresse ein.',
    timeout: 'Keine Antwort innerhalb von 15 Sekunden.',
    not_found: 'Zum Namen des Empfängers gibt es keine Adresse.',
    address_refused:
      'Die Adresse darf nicht aufgerufen werden. Wer den Server betreibt, kann sie in KEY2XS_ALLOWED_HOSTS erlauben.',
    tls: 'Keine vertrauenswürdige Verbindung: Prüfen Sie das Zertifikat des Empfängers. Das einer eigenen Zertifizierungsstelle gehört auf dem Server in KEY2XS_CA_DIR.',
    proxy:
      'Der Proxy dieses Servers hat keine Verbindung zum Empfänger aufgebaut. „key2xs doctor“ auf dem Server sagt, warum.',
    connection: 'Keine Verbindung zum Empfänger, oder sie brach ab.',
    secret:
      'Das gespeicherte Geheimnis lässt sich mit dem geheimen Schlüssel dieses Servers nicht lesen. Erzeugen Sie ein neues.',
  },
  groups: {
    runs: 'Läufe und Änderungen',
    plans: 'Schlüsselpläne',
    administrators: 'Administratoren',
    sources: 'Identitätsquellen',
    credentials: 'Geheimnisse und Zertifikate',
  },
  events: {
    'sync.succeeded': 'Ein Lauf war erfolgreich',
    'sync.failed': 'Ein Lauf ist gescheitert',
    'change_set.stopped': 'Die Schutzprüfung hat Änderungen angehalten',
    'key_plan.activated': 'Ein Schlüsselplan wurde aktiviert',
    'administrator.suspended': 'Ein Administrator wurde gesperrt',
    'administrator.viewed': 'Ein Super-Admin sieht das Produkt als Sub-Admin',
    'api_token.ending': 'Ein API-Token läuft ab',
    'source.failing': 'Eine Identitätsquelle scheitert',
    'source.recovered': 'Eine Identitätsquelle funktioniert wieder',
    'source_credential.ending': 'Ein Geheimnis oder Zertifikat einer Identitätsquelle läuft ab',
    'client_certificate.ending': 'Ein Zertifikat eines Schlüsselsystems läuft ab',
    'webhook.test': 'Test',
  },
  states: { waiting: 'Wartet', delivered: 'Zugestellt', failed: 'Aufgegeben', dropped: 'Nicht gesendet' },
  test: { send: 'Test senden', of: 'Test senden an {{name}}' },
  rotate: {
    open: 'Neues Geheimnis …',
    of: 'Neues Geheimnis für {{name}}',
    title: 'Neues Geheimnis für {{name}}?',
    text: '24 Stunden lang sind Aufrufe mit beiden Geheimnissen signiert, damit der Empfänger wechseln kann. Danach wird das bisherige gelöscht. Gab es in den letzten 24 Stunden schon einen Wechsel, endet das Geheimnis davor sofort.',
    confirm: 'Geheimnis erzeugen',
  },
  rotating: 'Bis {{when}} sind Aufrufe auch mit dem bisherigen Geheimnis signiert.',
  remove: {
    open: 'Löschen …',
    of: 'Löschen: Webhook {{name}}',
    title: 'Webhook {{name}} löschen?',
    text: 'Er wird nicht mehr aufgerufen, und sein Protokoll wird gelöscht.',
    confirm: 'Webhook löschen',
    done: 'Der Webhook wurde gelöscht.',
  },
  secret: {
    title: 'Geheimnis des Webhooks',
    use: 'Der Empfänger prüft damit, dass ein Aufruf von diesem Key2XS kommt.',
    label: 'Geheimnis',
  },
  log: {
    open: 'Protokoll',
    openOf: 'Protokoll von {{name}}',
    title: 'Gesendet an {{name}}',
    loading: 'Das Protokoll wird geladen …',
    none: 'Noch nichts gesendet',
    noMatch: 'Kein Ereignis passt',
    noneHint: 'Das Protokoll reicht 90 Tage zurück.',
    state: 'Ergebnis',
    kind: 'Ereignis',
    all: 'Alle',
    about: 'Nummer {{number}}, {{when}}',
    due: 'Nächster Versuch: {{when}}',
    resend: 'Erneut senden',
    resendOf: 'Erneut senden: Ereignis {{number}}',
    resent: 'Es wird erneut gesendet.',
  },
  docs: {
    title: 'Für den Empfänger',
    standard:
      'Aufrufe folgen der Spezifikation Standard Webhooks. Deren Bibliotheken für viele Sprachen prüfen die Signatur.',
    call: 'Ein Aufruf',
    verify: 'Die Signatur in Node.js prüfen',
    facts: {
      answer:
        'Antworten Sie innerhalb von 15 Sekunden mit 2xx, und arbeiten Sie danach. Der Inhalt der Antwort wird nicht beachtet.',
      once: 'Ein Ereignis kann mehrmals ankommen. Der Kopf webhook-id ist jedes Mal derselbe.',
      order:
        'Ereignisse können in anderer Reihenfolge ankommen. Ordnen Sie nach „sequence“; eine fehlende Nummer wurde nicht gesendet oder kommt noch.',
      retries:
        'Nach einer anderen Antwort wird es fünf Tage lang mit immer längeren Pausen erneut versucht. Retry-After wird beachtet, 410 schaltet den Webhook aus.',
      names:
        'Aufrufe enthalten IDs und einen Link, nie Namen. Einzelheiten lesen Sie über die API, mit den Rechten Ihres Tokens.',
    },
  },
};
