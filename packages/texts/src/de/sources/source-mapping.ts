import type { sourceMapping as english } from '../../en/sources/source-mapping';
import type { Translation } from '../../english';

export const sourceMapping: Translation<typeof english> = {
  mapping: {
    loading: 'Die Liste wird geladen …',
    noList: 'Noch keine Liste hochgeladen',
    noListHint: 'Ihre Spalten und Beispielwerte erscheinen hier, sobald es eine gibt.',
    listHint:
      'Spalten, Beispielwerte und die ersten Personen sind die aus {{file}}. Was Sie speichern, verwendet der nächste Lauf.',
    asking: 'Die Quelle wird nach ihren Attributen gefragt …',
    unreadable: 'Die Attribute der Quelle können nicht gelesen werden.',
    savedTitle: 'Gespeicherte Zuordnung',
    calledHint_one:
      'Die Beispielwerte sind die der ersten Person. Was Sie speichern, gilt ab dem nächsten Lauf; der liest dann alles.',
    calledHint_other:
      'Die Beispielwerte sind die der ersten {{count, number}} Personen. Was Sie speichern, gilt ab dem nächsten Lauf; der liest dann alles.',
    caption: 'Felder und die Attribute, aus denen sie kommen',
    notLooked: 'wird später gelesen',
    attribute: 'Attribut der Quelle',
    attributeFor: 'Attribut für {{field}}',
    waiting: 'Änderungen, die mit der gespeicherten Zuordnung berechnet sind, warten auf eine Entscheidung.',
    save: 'Zuordnung speichern',
    reset: 'Zurücksetzen',
    saved: 'Zuordnung gespeichert. Der nächste Lauf prüft damit alle Personen.',
    failed: 'Die Zuordnung wurde nicht gespeichert.',
    unsaved: 'Noch nicht gespeichert.',
    asStored: 'Wie gespeichert.',
  },
  earlier: {
    title: 'Frühere Zuordnungen',
    loading: 'Frühere Zuordnungen werden geladen …',
    caption: 'Frühere Zuordnungen, die neueste zuerst',
    none: 'Noch keine Zuordnung gespeichert',
    noneHint: 'Jede, die Sie speichern, bleibt hier, damit Sie zu ihr zurückkehren können.',
    number: 'Zuordnung',
    numbered: 'Nr. {{number}}',
    otherwise: '{{made}}, mit anderen Zeilen',
    changes: 'Was sich geändert hat',
    by: 'Gespeichert von',
    at: 'Wann',
    newest: 'Die zuletzt gespeicherte',
    first_one: 'Die erste, mit {{count, number}} Feld',
    first_other: 'Die erste, mit {{count, number}} Feldern',
    take: 'Zurückholen …',
    takeOne: 'Zuordnung {{number}} zurückholen …',
    way: 'Weg zurück',
  },
};
