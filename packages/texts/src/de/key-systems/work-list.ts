import type { Areas, Translation } from '../../english';

/** Die Arbeitsliste: was Bediener im Schlüsselsystem von Hand erledigen. */
export const texts: Translation<Areas['work-list']> = {
  words: {
    title: 'Arbeitsliste',
    subtitle:
      'Was eine Verbindung nicht schreiben kann, wird in CLIQ Web Manager von Hand erledigt. Nichts gilt hier als erledigt, bevor es abgehakt ist, von Ihnen oder beim Lesen.',
    loading: 'Arbeitsliste wird geladen …',
    caption: 'Von Hand zu erledigen',
    search: 'Arbeitsliste durchsuchen',
    placeholder: 'Person, Profil, Schlüssel, Nummer',
    noMatchHint: 'Zu Suche und Filtern passt kein Eintrag.',
  },
  kinds: {
    key_holder: 'Wer einen Schlüssel hat',
    key_times: 'Zeiten von Schlüsseln',
    key_access: 'Eigene Rechte eines Schlüssels',
    programming_job: 'Programmieraufträge',
  },
  filters: { system: 'Schlüsselsystem', state: 'Status', kind: 'Art', assigned: 'Zugewiesen an' },
  states: { open: 'Wartet auf Bediener', done: 'Erledigt', withdrawn: 'Zurückgezogen', all: 'Alle' },
  assigned: { me: 'Mich', none: 'Niemanden' },
  columns: {
    place: 'Wo',
  },
  unassigned: 'Niemand',
  open: 'Öffnen: {{what}}',
  exportPdf: 'Als PDF drucken',
  none: {
    title: 'Nichts wartet auf einen Bediener',
    hint: 'Will ein Abgleich, die Ausgabe oder ein Auftrag etwas, das eine Verbindung nicht schreiben kann, dann erscheint es hier.',
    action: 'Verbindungen verwalten',
  },
  bar: {
    label: 'Ausgewählte Einträge',
    selected_one: '{{count, number}} ausgewählt',
    selected_other: '{{count, number}} ausgewählt',
    most: 'Höchstens {{count, number}} auf einmal, in der Reihenfolge der Liste. Die übrigen von {{total, number}} bleiben, wie sie sind.',
    assign: 'Zuweisen …',
    done: 'Abhaken …',
    reopen: 'Zurücknehmen …',
    cancel: 'Auswahl aufheben',
  },
  estimate: {
    unknown: 'Wie lange es dauert, ist noch nicht bekannt: Es sind zu wenige Einträge abgehakt.',
    minutes_one:
      '{{count, number}} offener Eintrag dauert etwa {{minutes, number}} Minuten, gemessen am bisherigen Abhaken.',
    minutes_other:
      '{{count, number}} offene Einträge dauern etwa {{minutes, number}} Minuten, gemessen am bisherigen Abhaken.',
    hours_one:
      '{{count, number}} offener Eintrag dauert etwa {{hours, number}} Stunden, gemessen am bisherigen Abhaken.',
    hours_other:
      '{{count, number}} offene Einträge dauern etwa {{hours, number}} Stunden, gemessen am bisherigen Abhaken.',
  },
  assign: {
    title: 'Einträge zuweisen',
    text_one: '{{count, number}} Eintrag wird zugewiesen.',
    text_other: '{{count, number}} Einträge werden zugewiesen.',
    to: 'Zuweisen an',
    confirm: 'Zuweisen',
    changed_one: '{{count, number}} Eintrag zugewiesen.',
    changed_other: '{{count, number}} Einträge zugewiesen.',
  },
  done: {
    title: 'Als erledigt abhaken',
    text_one: 'Sie sagen, dass {{count, number}} Eintrag in CLIQ Web Manager erledigt ist.',
    text_other: 'Sie sagen, dass {{count, number}} Einträge in CLIQ Web Manager erledigt sind.',
    recorded: 'Key2XS kann das nicht sehen. Es wird unter Ihrem Namen erfasst und lässt sich zurücknehmen.',
    note: 'Notiz (freiwillig)',
    confirm: 'Abhaken',
    changed_one: '{{count, number}} Eintrag abgehakt.',
    changed_other: '{{count, number}} Einträge abgehakt.',
  },
  reopen: {
    title: 'Zurücknehmen',
    text_one: '{{count, number}} Eintrag wartet wieder auf einen Bediener.',
    text_other: '{{count, number}} Einträge warten wieder auf einen Bediener.',
    changed_one: '{{count, number}} Eintrag zurückgenommen.',
    changed_other: '{{count, number}} Einträge zurückgenommen.',
  },
  group: {
    save: 'Als CSV speichern',
    entries: 'Einträge',
    why: 'Für alle gilt: {{why}}',
    oneByOne: 'Die {{count, number}} Einträge anzeigen',
    gone: 'Diese Einträge sind nicht mehr, wie sie waren',
    goneHint: 'Sie wurden zugewiesen, abgehakt oder zurückgezogen.',
    more: 'Und {{count, number}} weitere',
  },
  drawer: {
    place: 'Wo in CLIQ Web Manager',
    why: 'Warum',
    since: 'Eingetragen',
    closed: 'Geschlossen',
    closedBy: {
      operator: 'Abgehakt von {{name}}',
      read: 'Beim Lesen als erledigt gesehen',
      sync: 'Vom Schlüsselplan nicht mehr gewollt',
    },
    note: 'Notiz',
    readable: 'Das nächste Lesen des Bestands hakt dies automatisch ab, sobald es erledigt ist.',
    unreadable: 'Diese Verbindung kann es nicht lesen, darum ist es von Hand abzuhaken.',
    person: 'Person öffnen',
    key: 'Schlüssel öffnen',
    cylinder: 'Zylinder öffnen',
    changeSet: 'Änderungen öffnen',
  },
};
