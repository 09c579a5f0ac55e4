import type { Areas, Translation } from '../../english';

/** Das Bild einer Woche, und die Wahl von Wochenzeiten darauf. */
export const texts: Translation<Areas['week']> = {
  label: 'Wochenzeiten',
  picture: 'Darf öffnen: {{hours}}',
  grid: 'Woche ausmalen',
  paint: 'Jederzeit – malen Sie Zeiten, um es einzuschränken',
  gridKeys:
    'Die Pfeile gehen eine Stunde oder einen Tag weiter, mit Umschalt eine Viertelstunde. Die Leertaste beginnt und beendet das Malen. Tab geht zu den gemalten Zeiten.',
  barKeys:
    'Die Pfeile verschieben sie um eine Viertelstunde oder einen Tag. Mit Umschalt ändern sie ihr Ende, mit Strg ihren Anfang. Entf löscht sie.',
  never: 'Noch keine Zeiten.',
  zone: 'Nach der Uhr an der Tür, {{zone}}.',
  clocks: 'Nach den Uhren an den Türen: {{clocks, list}}.',
  clock_one: '{{zone}} an {{count, number}} Tür',
  clock_other: '{{zone}} an {{count, number}} Türen',
  datesIn: 'Erste und letzte Tage sind Tage in {{zone}}.',
  details: 'Genaue Zeiten und Daten',
  exactTimes: 'Genaue Zeiten',
  typed: {
    label: 'Zeiten eintippen oder unten malen',
    example: 'Mo–Fr 06:00–22:00; Sa 8–12',
    take: 'Verwenden',
    read: 'Gelesen als: {{hours}}. Mit Enter verwenden.',
    refused: 'Nicht verstanden. Schreiben Sie es so: {{example}}',
  },
  templates: {
    label: 'Vorlagen',
    always: 'Immer',
    office: 'Bürozeiten',
    weekdays: 'Werktags 06–22',
    nights: 'Nachts',
    weekends: 'Am Wochenende',
  },
  dates: {
    from: 'Erster Tag (freiwillig)',
    until: 'Letzter Tag (freiwillig)',
    mixed: 'Diese Zeiten haben verschiedene Daten. Ein Datum, das Sie hier wählen, gilt für alle.',
  },
  list: {
    add: 'Zeit hinzufügen',
    window: 'Zeit {{number}}',
    from: 'Von',
    to: 'Bis',
    removeNamed: 'Zeit {{number}} entfernen',
    wholeDay: 'Den ganzen Tag.',
    overnight: 'Endet am Folgetag.',
  },
};
