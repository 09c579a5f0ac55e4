import type { generator as en } from '../../../en/sentences/plans/generator';
import type { Translation } from '../../../english';

export const generator: Translation<typeof en> = {
  payload: 'Der Inhalt von „payload“ ist kein JSON. Senden Sie Einstellungen eines Laufs oder die ID eines Laufs.',
  tooMany: 'Es warten schon {{count, number}} Läufe, mehr sind nicht möglich. Versuchen Sie es später wieder.',
  stopFirst: 'Dieser Lauf ist nicht beendet. Halten Sie ihn zuerst an.',
  busy: 'Andere Läufe des Generators belegen alle Plätze. Versuchen Sie es später wieder.',
  tooSlow: 'Der Lauf hat zu lange gedauert und wurde beendet. Wählen Sie weniger Personen oder Türen.',
  tooBig: 'Der Lauf braucht mehr Speicher, als er darf. Wählen Sie weniger Personen oder Türen.',
  workBusy: 'Der Generator ist mit anderen Läufen beschäftigt. Versuchen Sie es gleich noch einmal.',
  workTooSlow:
    'Das hat zu lange gedauert und wurde beendet. Wählen Sie in einem neuen Lauf weniger Personen oder Türen.',
  workTooBig:
    'Das braucht mehr Arbeitsspeicher als erlaubt. Wählen Sie in einem neuen Lauf weniger Personen oder Türen.',
  orphan_one: '{{name}} hat {{count, number}} Tür, und keine Identitätsquelle führt diese Person als aktiv.',
  orphan_other: '{{name}} hat {{count, number}} Türen, und keine Identitätsquelle führt diese Person als aktiv.',
  orphanWhoLeft_one: 'Eine ausgeschiedene Person hat noch {{count, number}} Tür.',
  orphanWhoLeft_other: 'Eine ausgeschiedene Person hat noch {{count, number}} Türen.',
  findings: {
    outlier: 'Von ähnlichen Personen haben {{percent, number}} % diese Tür.',
    missing: 'Von ähnlichen Personen haben {{percent, number}} % diese Tür; diese Person hat sie nicht.',
    doubled: 'Mehr als ein Vorschlag gibt diese Tür.',
    unused: 'Die Tür wurde so lange nicht geöffnet, wie gefragt war.',
    drifting_one:
      '{{count, number}} von {{all, number}} Mitgliedern des Profils {{name}} hat gemeinsam: {{value}}. Die anderen nicht.',
    drifting_other:
      '{{count, number}} von {{all, number}} Mitgliedern des Profils {{name}} haben gemeinsam: {{value}}. Die anderen nicht.',
  },
  nothing: {
    people: 'Keine aktive Person liegt in der Auswahl. Importieren Sie Personen, oder wählen Sie mehr aus.',
    cylinders:
      'Keine Tür liegt in der Auswahl. Lesen Sie den Bestand eines Schlüsselsystems, oder wählen Sie mehr aus.',
    rights:
      'Niemand in der Auswahl hat ein bekanntes Recht. Lesen Sie das Schlüsselsystem, oder wählen Sie eine andere Quelle.',
    onRequest: 'Alle Rechte in der Auswahl liegen an Orten mit Genehmigung und bleiben deshalb auf Antrag.',
    groups_one: 'Keine Gruppe ab {{count, number}} Person hat eine Tür gemeinsam. Wählen Sie eine kleinere Gruppe.',
    groups_other: 'Keine Gruppe ab {{count, number}} Personen hat eine Tür gemeinsam. Wählen Sie eine kleinere Gruppe.',
  },
  warnings: {
    unread: 'Wer dort gespeichert ist, ist nicht bekannt: {{names}}. Lesen Sie diese Schlüsselsysteme zuerst.',
    unknownDoors_one: 'Die Türen von {{count, number}} gespeicherten Profil sind nicht bekannt. Es blieb außen vor.',
    unknownDoors_other:
      'Die Türen von {{count, number}} gespeicherten Profilen sind nicht bekannt. Sie blieben außen vor.',
    hours_one:
      '{{count, number}} Regel oder Profil öffnet nur zu bestimmten Zeiten. Vorschläge nennen diese Zeiten, und der Entwurf behält sie.',
    hours_other:
      '{{count, number}} Regeln oder Profile öffnen nur zu bestimmten Zeiten. Vorschläge nennen diese Zeiten, und der Entwurf behält sie.',
    unreadHours_one:
      'Die Zeiten von {{count, number}} fremden Profil sind noch nicht gelesen; es gilt als immer offen. Lesen Sie sein Schlüsselsystem zuerst erneut.',
    unreadHours_other:
      'Die Zeiten von {{count, number}} fremden Profilen sind noch nicht gelesen; sie gelten als immer offen. Lesen Sie die Schlüsselsysteme zuerst erneut.',
    noEvents: 'Kein Schlüsselsystem hat Öffnungen gemeldet. Welche Rechte genutzt wurden, ist nicht bekannt.',
    unknownColumns_one:
      '{{count, number}} Spalte des Schließplans nennt keinen bekannten Zylinder. Sie blieb außen vor.',
    unknownColumns_other:
      '{{count, number}} Spalten des Schließplans nennen keine bekannten Zylinder. Sie blieben außen vor.',
  },
};
