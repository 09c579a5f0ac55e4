import type { Areas, Translation } from '../../english';

/** Ein Lauf, der liest, vergleicht und anwendet. */
export const texts: Translation<Areas['tasks']> = {
  one: 'Lauf',
  loading: 'Lauf wird geladen …',
  kinds: { directory: 'Import', key_system: 'Abgleich', inventory: 'Bestand' },
  title: '{{kind}}: {{title}}',
  purpose: {
    directory: 'Personen der Quelle kommen hinzu, ändern sich oder gelten als ausgeschieden.',
    key_system: 'Die aktiven Schlüsselpläne werden im Schlüsselsystem erfasst.',
    inventory: 'Zylinder, Gruppen, Schlüssel und gespeicherte Rechte werden gelesen.',
  },
  stands: {
    pending: 'Wartet',
    running: 'Läuft',
    completed: 'Abgeschlossen',
    partly: 'Zum Teil abgeschlossen',
    stopped: 'Angehalten',
    previewed: 'Vorschau',
    waiting: 'Wartet auf einen Bediener',
    read: 'Gelesen',
    failed: 'Gescheitert',
    cancelled: 'Abgebrochen',
  },
  back: 'Verbindungen',
  progress: 'Fortschritt von {{title}}',
  step: 'Schritt {{step}} von {{count}}: {{phase}}',
  leave: 'Sie können diese Seite verlassen. Die Glocke meldet, wenn es fertig ist.',
  cancel: 'Lauf abbrechen',
  cancelledTitle: 'Der Lauf wurde abgebrochen.',
  outcomes: {
    applied: { title: 'Angewendet.' },
    recorded: {
      title: 'Erfasst.',
      text: 'Das Schlüsselsystem hat alle Änderungen erfasst. Schlüssel und Zylinder folgen, wenn sie aktualisiert werden.',
    },
    recordedPartly: {
      title: 'Zum Teil erfasst.',
      text: 'Die Änderungen nennen, was gescheitert ist oder auf einen Bediener wartet, und warum.',
    },
    appliedPartly: {
      title: 'Zum Teil angewendet.',
      text: 'Die Änderungen nennen, was gescheitert ist oder auf einen Bediener wartet, und warum.',
    },
    waiting: {
      title: 'Es wartet auf einen Bediener.',
      text: 'Nichts wurde geschrieben: diese Verbindung kann es nicht. Die Arbeitsliste sagt, was von Hand zu tun ist.',
    },
    nothing_to_do: {
      title: 'Nichts zu ändern.',
      text: 'Es gab keinen Unterschied, also wurde nichts geschrieben.',
    },
    previewed: {
      title: 'Die Vorschau ist fertig.',
      text: 'Noch ist nichts angewendet. Prüfen Sie die Änderungen, dann entscheiden Sie.',
    },
    quarantined: {
      title: 'Von der Schutzprüfung angehalten.',
      text: 'Nichts wurde angewendet. Prüfen Sie die Änderungen: dort steht, welche Grenze überschritten ist. Dann entscheiden Sie.',
    },
    read: {
      title: 'Gelesen.',
      text: 'Zylinder, Gruppen, Schlüssel und gespeicherte Rechte sind hier auf dem neuesten Stand.',
    },
  },
  imported: '{{parts, list}}.',
  importedParts: {
    joined_one: '{{count, number}} Person importiert',
    joined_other: '{{count, number}} Personen importiert',
    changed_one: '{{count, number}} geändert',
    changed_other: '{{count, number}} geändert',
    left_one: '{{count, number}} ausgeschieden',
    left_other: '{{count, number}} ausgeschieden',
  },
  changeSet: 'Änderungen öffnen',
  waitingToo: 'Was diese Verbindung nicht schreiben kann, wartet auf einen Bediener.',
  workList_one: 'Arbeitsliste öffnen ({{count, number}} Eintrag)',
  workList_other: 'Arbeitsliste öffnen ({{count, number}} Einträge)',
  decide: 'Änderungen prüfen',
  decided: {
    applied: 'Die Änderungen wurden von {{by}} angewendet.',
    discarded: 'Die Änderungen wurden von {{by}} verworfen.',
    out_of_date: 'Die Änderungen sind veraltet. Nichts wurde angewendet.',
    unknownUser: 'einer Verwaltungsperson',
    text: 'Von diesem Lauf wartet nichts mehr auf eine Entscheidung.',
  },
  failed: {
    title: 'Der Lauf ist gescheitert.',
    unknown: 'Ein Grund ist nicht erfasst.',
    retry: {
      directory: 'Beheben Sie die Ursache und starten Sie den Import noch einmal. Er tut nur, was noch fehlt.',
      key_system: 'Beheben Sie die Ursache und starten Sie den Abgleich noch einmal. Er tut nur, was noch fehlt.',
      inventory:
        'Prüfen Sie, dass das Schlüsselsystem antwortet (Verbindung testen), und lesen Sie noch einmal. Dort wurde nichts geändert.',
    },
    again: 'Noch einmal starten',
  },
  facts: {
    title: 'Einzelheiten',
    phase: 'Phase',
    kind: 'Art',
    dryRun: 'Nur Vorschau',
    yes: 'Ja, nichts wird angewendet',
    no: 'Nein',
    created: 'Angefordert',
    started: 'Begonnen',
    completed: 'Beendet',
    source: 'Identitätsquelle',
    system: 'Schlüsselsystem',
  },
};
