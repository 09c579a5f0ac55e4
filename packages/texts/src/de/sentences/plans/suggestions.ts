import type { texts as english } from '../../../en/sentences';
import type { Translation } from '../../../english';

export const suggestion: Translation<typeof english.suggestion> = {
  running: 'Dieser Lauf ist noch nicht zu Ende. Warten Sie sein Ende ab, oder halten Sie ihn an.',
  noResult: 'Dieser Lauf endete ohne Ergebnis. Starten Sie einen neuen.',
  changed: 'Dieser Vorschlag wurde geändert, seit Sie ihn geöffnet haben. Sehen Sie ihn noch einmal an.',
  isRejected: 'Dieser Vorschlag ist abgelehnt. Nehmen Sie zuerst die Ablehnung zurück.',
  reasonNeeded: 'Geben Sie an, warum er abgelehnt wird.',
  otherAdditions_one:
    'Er gäbe {{count, number}} neues Recht, nicht {{accepted, number}}. Sehen Sie ihn noch einmal an.',
  otherAdditions_other:
    'Er gäbe {{count, number}} neue Rechte, nicht {{accepted, number}}. Sehen Sie ihn noch einmal an.',
  otherDoors: 'Nicht alle diese Türen gehören zu diesem Vorschlag. Sehen Sie ihn noch einmal an.',
  noDoorLeft: 'Es bliebe keine Tür übrig. Lehnen Sie ihn stattdessen ab.',
  noAlternative: 'Diese Bedingungen sind keine seiner Alternativen. Sehen Sie ihn noch einmal an.',
  splitAll: 'Lassen Sie dem ersten Vorschlag mindestens eine Tür.',
  otherPeople:
    'Zusammenführen lassen sich nur Vorschläge für dieselben Personen, und Profile für namentlich genannte Personen mit denselben Türen.',
  mergeWithOthers: 'Wählen Sie andere Vorschläge, mit denen er zusammengeführt wird.',
  modelFailed: 'Das Sprachmodell hat keine Vorschläge benannt: {{reason}} Sie behalten die Namen des Generators.',
  otherCount_one:
    'Es würde {{count, number}} Vorschlag angenommen, nicht {{expected, number}}. Sehen Sie die Liste noch einmal an.',
  otherCount_other:
    'Es würden {{count, number}} Vorschläge angenommen, nicht {{expected, number}}. Sehen Sie die Liste noch einmal an.',
  nothingToDraft: 'Nehmen Sie zuerst einen Vorschlag an: Ohne Vorschlag und ohne den Rest wäre der Plan leer.',
  planAtOnce:
    'Änderungen an „{{name}}“ gelten sofort. Lassen Sie sie in den Einstellungen auf eine Aktivierung warten, oder entwerfen Sie einen neuen Plan.',
  tooManyRules_one: 'Der Entwurf hätte {{count, number}} Regel; möglich sind höchstens {{max, number}}.',
  tooManyRules_other: 'Der Entwurf hätte {{count, number}} Regeln; möglich sind höchstens {{max, number}}.',
  givesMore:
    'Personen oder Türen haben sich geändert, seit der Lauf sie gelesen hat, und der Entwurf gäbe mehr als angenommen wurde. Starten Sie einen neuen Lauf.',
  otherDecision:
    'Ein Recht kann bleiben oder entfallen, ein fehlendes kann hinzukommen. Was kein Recht ist, kann nur bleiben, wie es ist.',
  noSuggestion: 'Kein Vorschlag',
  notYet: 'Noch in keinem Vorschlag',
  doors_one: '{{count, number}} Tür',
  doors_other: '{{count, number}} Türen',
  restOfOne: 'Einzelrechte: {{name}}',
  restOfMany_one: 'Einzelrechte von {{count, number}} Person',
  restOfMany_other: 'Einzelrechte von {{count, number}} Personen',
  adviceGap_one:
    'Er gibt seine Rechte über {{profiles, number}} Gruppen von Türen, {{count, number}} Profil mehr als nachweislich nötig ist. Ein neuer Lauf findet vielleicht einen einfacheren Plan.',
  adviceGap_other:
    'Er gibt seine Rechte über {{profiles, number}} Gruppen von Türen, {{count, number}} Profile mehr als nachweislich nötig sind. Ein neuer Lauf findet vielleicht einen einfacheren Plan.',
  adviceCoverage:
    'Regeln über Merkmale geben {{now, number}} % seiner Rechte; es waren {{before, number}} %. Ein neuer Lauf findet vielleicht Regeln für den Rest.',
  drafted: 'Vom Schlüsselplan-Generator entworfen.',
};
