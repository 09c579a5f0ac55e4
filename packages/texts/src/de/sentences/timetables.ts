/** Wie es um einen Zeitplan steht, und warum er nicht so sein kann wie gewünscht. */
export const timetable = {
  changed: 'Jemand anderes hat diesen Zeitplan geändert. Laden Sie ihn neu und versuchen Sie es noch einmal.',
  ofStaffList:
    'Eine Personalliste wird gelesen, wenn Sie sie hochladen, und hat deshalb keinen Zeitplan. Laden Sie eine neue Liste hoch, sobald es eine gibt.',
  sourceDisabled:
    'Sie wird von Hand gelesen oder wenn sie eine Änderung meldet. Wählen Sie einen Abstand, um verpasste Meldungen aufzufangen.',
  keySystemDisabled:
    'Es wird von Hand gelesen und abgeglichen. Wählen Sie einen Abstand, damit das regelmäßig geschieht.',
  scheduled: 'Läuft automatisch.',
  onlyReads:
    'Von selbst wird nur gelesen und nichts geschrieben. Das beginnt nach dem ersten Abgleich, den Sie anwenden.',
  running: 'Ein Lauf ist im Gang. Ein Lauf, der währenddessen fällig wird, beginnt danach, einmal.',
  backingOff:
    'Die letzten {{count, number}} Läufe sind fehlgeschlagen, darum beginnen die nächsten höchstens {{often}}. Beheben Sie den Fehler des letzten Laufs; nach einem erfolgreichen Lauf gelten wieder die üblichen Zeiten.',
  everyMinutes: 'alle {{count, number}} Minuten',
  everyHours_one: 'jede Stunde',
  everyHours_other: 'alle {{count, number}} Stunden',
  refused: 'Der letzte Lauf konnte nicht beginnen. {{reason}}',
  changesWait:
    'Ein Lauf wurde angehalten, weil er zu viel ändern würde. Bis Sie entschieden haben, beginnt kein weiterer: Prüfen Sie die Änderungen.',
  firstImport:
    'Vor dem ersten Import beginnt kein Lauf automatisch. Sehen Sie die Änderungen vorab an und wenden Sie sie an.',
  paused: 'Es beginnt kein Lauf, bis der Zeitplan fortgesetzt wird.',
  pausedForAWhile: 'Es beginnt kein Lauf, bis die Pause endet oder der Zeitplan fortgesetzt wird.',
  inactive: '„{{name}}“ ist ausgeschaltet. Schalten Sie die Verbindung ein, dann läuft sie wieder automatisch.',
  aWeekWithout:
    'Mehr als sechs Tage vergehen ohne Lauf. Ein Verzeichnis hält Änderungen nur sieben Tage vor; danach werden alle neu gelesen, was länger dauert.',
  nothingToPause: 'Hier läuft nichts automatisch, also gibt es nichts anzuhalten.',
  pauseIsPast: 'Dieser Zeitpunkt ist vorbei. Wählen Sie einen späteren.',
  notPaused: 'Der Zeitplan ist nicht angehalten.',
} as const;
