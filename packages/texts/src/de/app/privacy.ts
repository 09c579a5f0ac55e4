import type { Areas, Translation } from '../../english';

/** Die Seite darüber, wie lange Personen aufbewahrt werden und was über sie gespeichert ist. */
export const texts: Translation<Areas['privacy']> = {
  title: 'Datenschutz',
  about:
    'Wie lange ausgeschiedene Personen und ihre Belege aufbewahrt werden, was der nächste Lauf löscht und welche Felder gespeichert sind. Niemand wird verglichen, und es gibt keine Auswertung von Anwesenheit.',
  loading: 'Wird geladen …',
  periods: {
    title: 'Aufbewahrung',
    automatic: 'Personen nach dem Ausscheiden automatisch löschen',
    leavers: 'Tage nach dem Ausscheiden',
    leaversHint: 'Wer noch Schlüssel oder Offenes hat, bleibt, bis das erledigt ist.',
    receipts: 'Tage für Belege gelöschter Personen',
    receiptsHint: 'Mit Name und Unterschrift, gezählt ab dem Tag des Belegs.',
    outside: 'Zwischen {{least}} und {{most}} Tagen.',
    saved: 'Gespeichert. Der nächste Lauf richtet sich danach.',
    failed: 'Die Fristen konnten nicht gespeichert werden.',
    others:
      'Wie lange Türereignisse und die Vergangenheit aufbewahrt werden, wird bei ihnen eingestellt: bei den Prüfberichten und bei der Verwaltung der Sub-Admins.',
  },
  due: {
    title: 'Nächster Lauf',
    leavers: 'Ausgeschiedene Personen',
    receipts: 'Belege',
    events: 'Türereignisse',
    past: 'Frühere Werte',
    before: 'vor dem {{date}}',
    off: 'ausgeschaltet',
    hint: 'Ein Lauf dieser Seite löscht Personen und Belege, höchstens 20 Personen auf einmal. Türereignisse und frühere Werte werden automatisch innerhalb einer Stunde gelöscht.',
    run: 'Jetzt ausführen',
    confirm: 'Jetzt ausführen?',
    confirmText:
      'Personen, die vor langer Zeit ausgeschieden sind, und alte Belege verlieren ihre Namen. Das lässt sich nicht rückgängig machen.',
    done: 'Der Lauf ist beendet.',
  },
  runs: {
    title: 'Frühere Läufe',
    caption: 'Frühere Läufe',
    none: 'Es gab noch keinen Lauf.',
    at: 'Zeit',
    by: 'Von',
    product: 'vom Produkt, nachts',
    erased: 'Gelöschte Personen',
    blocked: 'Geblieben, weil noch etwas zu erledigen ist',
    receipts: 'Belege',
  },
  fields: {
    title: 'Was über Personen gespeichert ist',
    caption: 'Felder, die über Personen gespeichert sind',
    csv: 'Als CSV exportieren',
    pdf: 'Als PDF drucken',
    failed: 'Die Liste konnte nicht erstellt werden. Versuchen Sie es noch einmal.',
    part: 'Teil',
    fields: 'Felder',
    origin: 'Herkunft',
    purpose: 'Zweck',
    kept: 'Aufbewahrt',
    seenBy: 'Sichtbar für',
  },
};
