/** Wie es um einen Zeitplan steht, und warum er nicht so sein kann wie gewünscht. */
export const timetable = {
  changed: 'Jemand anderes hat diesen Zeitplan geändert. Laden Sie ihn neu und versuchen Sie es noch einmal.',
  ofStaffList:
    'Eine Personalliste wird gelesen, wenn Sie sie hochladen, und hat deshalb keinen Zeitplan. Laden Sie eine neue Liste hoch, sobald es eine gibt.',
  sourceDisabled:
    'Sie wird gelesen, wenn jemand es startet oder wenn sie eine Änderung meldet. Wählen Sie einen Abstand, damit auch eine verlorene Meldung nachgeholt wird.',
  keySystemDisabled:
    'Es wird gelesen und abgeglichen, wenn jemand es startet. Wählen Sie einen Abstand, damit das regelmäßig geschieht.',
  scheduled: 'Läuft von selbst.',
  running: 'Gerade läuft ein Lauf. Was währenddessen fällig wird, beginnt danach, einmal.',
  backingOff:
    'Die letzten {{count, number}} Läufe sind fehlgeschlagen, darum kommen die nächsten höchstens {{often}}. Beheben Sie, was der letzte Lauf meldet; nach einem Lauf, der gelingt, gelten wieder die üblichen Zeiten.',
  everyMinutes: 'alle {{count, number}} Minuten',
  everyHours_one: 'jede Stunde',
  everyHours_other: 'alle {{count, number}} Stunden',
  refused: 'Der letzte Lauf konnte nicht beginnen. {{reason}}',
  changesWait:
    'Ein Lauf wurde angehalten, weil er zu viel ändern würde. Bis Sie entschieden haben, beginnt kein weiterer: Prüfen Sie die Änderungen.',
  firstImport:
    'Vor dem ersten Import beginnt kein Lauf von selbst. Sehen Sie die Änderungen vorab an und wenden Sie sie an.',
  paused: 'Es beginnt kein Lauf, bis jemand den Zeitplan fortsetzt.',
  pausedForAWhile: 'Es beginnt kein Lauf, bis die Pause endet oder jemand den Zeitplan fortsetzt.',
  inactive: '„{{name}}“ ist ausgeschaltet. Schalten Sie die Verbindung ein, dann läuft sie wieder von selbst.',
  aWeekWithout:
    'Mehr als sechs Tage vergehen ohne Lauf. Ein Verzeichnis sagt nur sieben Tage lang, was sich geändert hat; danach werden alle neu gelesen, was länger dauert.',
  nothingToPause: 'Hier läuft nichts von selbst, also gibt es nichts anzuhalten.',
  pauseIsPast: 'Dieser Zeitpunkt ist vorbei. Wählen Sie einen späteren.',
  notPaused: 'Der Zeitplan ist nicht angehalten.',
} as const;
