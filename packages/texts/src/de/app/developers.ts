import type { Areas, Translation } from '../../english';

/** Texte der Ansicht für alle, die Programme schreiben, die das Produkt aufrufen. */
export const texts: Translation<Areas['developers']> = {
  title: 'Entwickler',
  subtitle: 'Lassen Sie eigene Programme lesen und ändern, was Sie dürfen.',
  tabs: {
    label: 'Teile dieser Ansicht',
    reference: 'API-Referenz',
    tokens: 'API-Token',
    errors: 'Fehler',
    webhooks: 'Webhooks',
    forwarding: 'Protokollweiterleitung',
  },
  reference: {
    loading: 'Die API-Referenz wird geladen …',
    intro: 'Aus der Beschreibung, die dieser Server von sich selbst gibt. Namen und Beschreibungen sind englisch.',
    search: 'Aufrufe suchen',
    group: 'Gruppe',
    allGroups: 'Alle Gruppen',
    count_one: '{{count, number}} Aufruf',
    count_other: '{{count, number}} Aufrufe',
    none: 'Kein Aufruf passt',
    noneHint: 'Suchen Sie nach einem Teil eines Pfades oder einer Beschreibung, etwa „people“ oder „key plan“.',
    who: {
      public: 'Braucht keine Anmeldung.',
      everyone: 'Für alle Administratoren.',
      superadmin: 'Für Super-Admins.',
      needs: 'Für Super-Admins, und für Sub-Admins mit einer der Funktionen',
      sessionOnly: 'Nicht mit einem API-Token: nur für Personen, die angemeldet sind.',
      stepUp: 'Braucht Passwort oder zweiten Faktor erneut, wenn das mehr als 10 Minuten her ist.',
    },
    idempotent:
      'Mit dem Header Idempotency-Key wird es nur einmal angelegt, auch wenn der Aufruf innerhalb von 24 Stunden wiederholt wird.',
    parameters: 'Parameter',
    in: { path: 'im Pfad', query: 'in der Abfrage', header: 'Kopfzeile' },
    required: 'erforderlich',
    body: 'Inhalt',
    answer: 'Antwort',
    variant: 'Variante {{number}}',
    errors: 'Fehler',
    openErrors: 'Was jeder Fehler bedeutet',
    examples: 'Beispiele',
    copy: '{{name}} kopieren',
    copied: '{{name}} kopiert',
  },
  errors: {
    title: 'Alle Fehler',
    intro:
      'Ein Aufruf, der scheitert, antwortet als application/problem+json mit einem dieser Codes, einem Satz für Menschen in „detail“ und der „request_id“ des Protokolls.',
    todo: {
      bad_request: 'Der Aufruf selbst ist fehlerhaft. Berichtigen Sie ihn; Wiederholen hilft nicht.',
      unauthenticated: 'Das Token fehlt, ist falsch, abgelaufen oder widerrufen. Verwenden Sie ein gültiges.',
      invalid_credentials: 'Benutzername oder Passwort ist falsch. Fragen Sie die Person noch einmal.',
      forbidden:
        'Das Token ist gültig, darf dies aber nicht. Geben Sie ihm oder seinem Inhaber die Funktion, die die Referenz nennt.',
      second_factor_needed:
        'Die Anmeldung geht mit einem zweiten Faktor weiter. Senden Sie den Schritt, den die Antwort nennt.',
      step_up_needed:
        'Nur für Personen, die in den letzten 10 Minuten gezeigt haben, wer sie sind. Kein API-Token kann dies.',
      registration_closed: 'Bitten Sie einen Super-Admin um eine Einladung.',
      not_found: 'Diesen Eintrag gibt es nicht, oder er liegt außerhalb des Bereichs. Lesen Sie die Liste neu.',
      request_timeout: 'Der Aufruf kam nicht rechtzeitig an. Senden Sie ihn noch einmal.',
      conflict:
        'Der Zustand des Eintrags lässt dies nicht zu; „detail“ sagt, welcher. Lesen Sie ihn neu, bevor Sie entscheiden.',
      constraint_violation: 'Andere Einträge hängen daran; „related_records“ zählt sie. Entfernen Sie diese zuerst.',
      installation_paused:
        'Ein Super-Admin muss die wiederhergestellte Installation mit ihren Systemen vergleichen und fortsetzen.',
      sync_in_progress: 'Es ist gerade ein Lauf unterwegs. Warten Sie sein Ende ab und versuchen Sie es noch einmal.',
      confirmation_needed:
        'Mehr Personen als üblich sind betroffen. Prüfen Sie die Zahlen und senden Sie dann die Bestätigung mit.',
      change_set_stale: 'Die Daten haben sich seit der Vorschau geändert. Erstellen Sie eine neue Vorschau.',
      idempotency_conflict:
        'Der erste Aufruf mit diesem Idempotency-Key ist noch unterwegs, oder es war ein anderer Aufruf. Warten und wiederholen Sie, oder nehmen Sie einen neuen Schlüssel.',
      obsolete: 'Diese Adresse wird nicht mehr verwendet. Nehmen Sie die, die „detail“ nennt.',
      link_expired: 'Bitten Sie um einen neuen Link.',
      sign_in_ended: 'Die Anmeldung hat zu lange gedauert oder wurde beendet. Beginnen Sie sie von vorn.',
      past_not_kept:
        'Fragen Sie nach einem späteren Zeitpunkt; die Einstellungen sagen, wie lange die Vergangenheit aufbewahrt wird.',
      version_conflict:
        'Der Eintrag wurde geändert, seit Sie ihn gelesen haben. Lesen Sie ihn neu und wiederholen Sie mit der neuen Version in If-Match.',
      payload_too_large: 'Senden Sie weniger auf einmal; „detail“ sagt, wie viel erlaubt ist.',
      unsupported_media_type: 'Senden Sie den Inhalt mit dem Typ, den die Referenz nennt, und nicht komprimiert.',
      validation_failed: 'Berichtigen Sie die Felder in „errors“; zu jedem stehen Pfad und Grund dabei.',
      too_many_attempts: 'Warten Sie die Sekunden in „retry_after“ ab und versuchen Sie es dann noch einmal.',
      too_many_streams: 'Schließen Sie einen Strom, bevor Sie einen weiteren öffnen.',
      internal: 'Ein Fehler des Servers. Melden Sie ihn mit der „request_id“.',
      unavailable: 'Der Server oder seine Datenbank ist nicht bereit. Versuchen Sie es gleich noch einmal.',
      overloaded: 'Der Server ist ausgelastet. Warten Sie die Sekunden in „retry_after“ ab und versuchen Sie es dann.',
    },
  },
};
