import type { texts as english } from '../../en/plans/plan-check';
import type { Translation } from '../../english';

export const texts: Translation<typeof english> = {
  loading: 'Schlüsselplan wird geprüft …',
  none: 'Nichts gefunden.',
  lookedFor:
    'Gesucht wurde nach Regeln, die zu viel öffnen, widersprüchlichen Zeiten, Namen und Türen, die es nicht mehr gibt, Regeln ohne Personen oder Türen, Personen und Türen ohne Rechte, Türen ohne Ort und überflüssigen Regeln.',
  severities: {
    serious: 'Lässt womöglich die Falschen hinein oder die Richtigen nicht',
    idle: 'Regeln ohne Wirkung, Personen und Türen ohne Rechte',
    tidy: 'Ginge einfacher',
  },
  severityCount: '{{count, number}}',
  repairedTitle: 'Soeben repariert',
  repairedDraft: 'Die Reparaturen warten im Entwurf: An den Türen ändert sich nichts, bis Sie ihn aktivieren.',
  repairedAtOnce: 'Die Reparaturen sind gespeichert. Das Schlüsselsystem folgt mit dem nächsten Abgleich.',
  undo: 'Rückgängig',
  undoNamed: 'Rückgängig: {{repair}}',
  checked: 'Geprüft: {{rules}}, {{people}}, {{doors}}.',
  rules_one: '{{count, number}} Regel',
  rules_other: '{{count, number}} Regeln',
  people_one: '{{count, number}} Person',
  people_other: '{{count, number}} Personen',
  doors_one: '{{count, number}} Tür',
  doors_other: '{{count, number}} Türen',
  again: 'Noch einmal prüfen',
  title: '{{name}} ({{count, number}})',
  first: 'Die {{shown, number}} wichtigsten werden gezeigt. Reparieren Sie diese, dann folgen die nächsten.',
  more_one: 'und {{count, number}} weitere',
  more_other: 'und {{count, number}} weitere',
  openRule: 'Regel {{name}} öffnen',
  kinds: {
    over_broad_rule: {
      name: 'Regeln, die sehr viele Türen öffnen',
      meaning: 'Sie gelten für weit mehr Personen als die meisten Regeln. Ist das gewollt, lassen Sie sie stehen.',
    },
    schedule_conflict: {
      name: 'Verschiedene Zeiten für dieselben Personen',
      meaning:
        'Ein Schlüssel trägt einen Zeitplan für alle seine Türen. Diese Personen bekommen zwei, eine der Regeln wird also nicht gelten.',
    },
    missing_object: {
      name: 'Türen, die es nicht mehr gibt',
      meaning:
        'In Schlüsselsystem, Orten oder Schlüsselplan gibt es sie nicht mehr. Sie zu entfernen ändert keinen Zugang.',
    },
    unknown_subject: {
      name: 'Stellen, Abteilungen und Personen, die es nicht gibt',
      meaning:
        'Keine aktive Person in den Identitätsquellen dieses Schlüsselplans passt dazu. Oft ein Tippfehler oder ein neuer Name.',
    },
    rule_without_people: {
      name: 'Regeln, die für niemanden gelten',
      meaning: 'Sie geben keinen Zugang, können es aber, sobald jemand passt.',
    },
    rule_without_doors: {
      name: 'Regeln, die keine Tür öffnen',
      meaning: 'Sie geben keinen Zugang, solange sie keine Tür nennen.',
    },
    people_without_rights: {
      name: 'Personen, die nichts öffnen dürfen',
      meaning:
        'Sie sind aktiv, aber keine aktive Regel öffnet ihnen eine Tür, weder in diesem Plan noch in einem anderen aktiven.',
    },
    cylinder_nobody_opens: {
      name: 'Türen, die niemand öffnen darf',
      meaning:
        'Sie gehören zu den Schlüsselsystemen dieses Schlüsselplans, aber keine aktive Regel öffnet sie, weder in diesem Plan noch in einem anderen aktiven.',
    },
    unplaced_cylinder: {
      name: 'Türen ohne Ort',
      meaning: 'Regeln für Orte öffnen sie nicht, und ihre Zeiten folgen der Uhr des Schlüsselplans.',
    },
    unused_subject: {
      name: 'Namen in Regeln, die niemand hat',
      meaning: 'Oft der alte Name nach einer Umbenennung. Sie zu entfernen ändert niemandes Zugang.',
    },
    shadowed_rule: {
      name: 'Regeln, die eine andere überflüssig macht',
      meaning: 'Ohne sie könnten alle dieselben Türen zu denselben Zeiten öffnen.',
    },
    redundant_rule: {
      name: 'Regeln, die andere zusammen überflüssig machen',
      meaning: 'Ohne sie könnten alle dieselben Türen zu denselben Zeiten öffnen.',
    },
  },
  repairs: {
    switch_off: 'Ausschalten',
    replace_subject: 'Durch „{{nearest}}“ ersetzen',
    drop_subject: '„{{value}}“ entfernen',
    drop_objects: 'Entfernen',
    drop_protected: 'Geschützte Türen entfernen',
    take_hours: '„{{rule}}“ die Zeiten von „{{other}}“ geben',
    delete_rule: 'Regel löschen',
    create_rule: 'Regel hinzufügen …',
    place: 'Türen Orten zuordnen',
  },
  named: '{{repair}}: {{rule}}',
  effects: {
    switch_off: 'Die Regel gibt ab jetzt keinen Zugang. Sie können sie wieder einschalten.',
    replace_subject: 'Wer zu „{{nearest}}“ passt, darf öffnen, was die Regel öffnet.',
    drop_subject: 'Niemand passt derzeit zu „{{value}}“, also verliert niemand Zugang.',
    drop_objects: 'Die Regel öffnet alles andere wie bisher.',
    drop_protected:
      'Alles an Orten der Schutzklasse 3 oder 4 wird entfernt. Die Personen der Regel behalten diese Türen nur, wo eine andere Regel sie öffnet.',
    take_hours: 'Die Personen von „{{rule}}“ dürfen ihre Türen nur noch zu den Zeiten von „{{other}}“ öffnen.',
    delete_rule: 'Die Regel wird gelöscht. Sie können das hier rückgängig machen, bis Sie diesen Reiter verlassen.',
    needless: 'Andere Regeln öffnen dieselben Türen, also verliert niemand Zugang.',
  },
  failed: 'Das hat nicht geklappt. Nichts wurde geändert.',
};
