import type { Areas, Translation } from '../english';

/** Ein Lauf, der liest, vergleicht und anwendet. */
export const texts: Translation<Areas['tasks']> = {
  one: 'Lauf',
  loading: 'Lauf wird geladen …',
  kinds: { directory: 'Import', key_system: 'Abgleich', inventory: 'Bestand' },
  title: '{{kind}}: {{title}}',
  purpose: {
    directory: 'Aus der Quelle werden Personen.',
    key_system: 'Aus den aktiven Schlüsselplänen werden Personen und Rechte im Schlüsselsystem.',
    inventory: 'Zylinder, Gruppen und was das Schlüsselsystem gespeichert hat, werden gelesen.',
  },
  statuses: { PENDING: 'Wartet', RUNNING: 'Läuft', SUCCESS: 'Abgeschlossen', FAILURE: 'Gescheitert' },
  back: 'Verbindungen',
  progress: 'Fortschritt von {{title}}',
  leave: 'Sie können diese Seite verlassen; es läuft weiter, und die Glocke sagt Ihnen, wenn es zu Ende ist.',
  outcomes: {
    applied: { title: 'Angewendet.', text: 'Alle Änderungen sind gemacht.' },
    appliedPartly: {
      title: 'Angewendet, aber nicht alles.',
      text: 'Der Änderungssatz nennt, was gescheitert ist, und warum.',
    },
    waiting: {
      title: 'Es wartet auf einen Bediener.',
      text: 'Nichts wurde geschrieben: diese Verbindung kann es nicht. Die Arbeitsliste sagt, was von Hand zu tun ist.',
    },
    nothing_to_do: {
      title: 'Nichts hatte sich geändert.',
      text: 'Beide Seiten sind gleich; nichts wurde geschrieben.',
    },
    previewed: {
      title: 'Die Vorschau ist fertig.',
      text: 'Nichts wurde angewendet. Sehen Sie sie an und entscheiden Sie.',
    },
    quarantined: {
      title: 'Von der Schutzprüfung angehalten.',
      text: 'Nichts wurde angewendet. Der Änderungssatz sagt, welche Grenze überschritten ist; Sie entscheiden.',
    },
    read: { title: 'Gelesen.', text: 'Was das Schlüsselsystem gespeichert hat, ist jetzt hier bekannt.' },
  },
  changeSet: 'Änderungssatz öffnen',
  waitingToo: 'Was diese Verbindung nicht schreiben kann, wartet auf einen Bediener.',
  workList_one: 'Arbeitsliste öffnen ({{count, number}} Eintrag)',
  workList_other: 'Arbeitsliste öffnen ({{count, number}} Einträge)',
  decide: 'Ansehen und entscheiden',
  failed: {
    title: 'Der Lauf ist gescheitert.',
    unknown: 'Ein Grund ist nicht erfasst.',
    retry: {
      directory:
        'Beheben Sie die Ursache und starten Sie den Import noch einmal. Er vergleicht neu und tut nur, was fehlt.',
      key_system:
        'Beheben Sie die Ursache und starten Sie den Abgleich noch einmal. Er vergleicht neu und tut nur, was fehlt.',
      inventory:
        'Prüfen Sie, dass das Schlüsselsystem antwortet (Verbindung testen), und lesen Sie noch einmal. Dort wurde nichts geändert.',
    },
    again: 'Noch einmal starten',
  },
  facts: {
    title: 'Angaben',
    phase: 'Phase',
    kind: 'Art',
    dryRun: 'Nur Vorschau',
    yes: 'Ja, nichts wird angewendet',
    no: 'Nein',
    created: 'Verlangt',
    started: 'Begonnen',
    completed: 'Beendet',
    source: 'Identitätsquelle',
    system: 'Schlüsselsystem',
  },
};
