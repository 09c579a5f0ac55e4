/** How a timetable stands, and why it cannot be as it was asked for. */
export const timetable = {
  changed: 'Someone else changed this timetable. Reload it and try again.',
  ofStaffList: 'A staff list is read when you upload it, so it has no timetable. Upload a new list when there is one.',
  sourceDisabled: 'It is read by hand or when it sends a change message. Choose an interval to catch missed messages.',
  keySystemDisabled: 'It is read and synced by hand. Choose an interval to do this regularly.',
  scheduled: 'It runs automatically.',
  onlyReads: 'It only reads automatically, and writes nothing. That starts after the first sync that you apply.',
  running: 'A run is under way. A run that becomes due meanwhile starts after it, once.',
  backingOff:
    'The last {{count, number}} runs failed, so the next ones start {{often}} at most. Fix the error of the last run; after a successful run the usual times apply again.',
  everyMinutes: 'every {{count, number}} minutes',
  everyHours_one: 'every hour',
  everyHours_other: 'every {{count, number}} hours',
  refused: 'The last run could not start. {{reason}}',
  changesWait:
    'A run was stopped because it would change too much. No other run starts until you have decided: review the changes.',
  firstImport: 'No run starts automatically before the first import. Preview the changes and apply them.',
  paused: 'No run starts until it is resumed.',
  pausedForAWhile: 'No run starts until the pause ends or it is resumed.',
  inactive: "'{{name}}' is switched off. Activate it, and it runs automatically again.",
  aWeekWithout:
    'More than six days pass without a run. A directory keeps changes for seven days only; after that everyone is read again, which takes longer.',
  nothingToPause: 'Nothing runs automatically here, so there is nothing to pause.',
  pauseIsPast: 'This moment has passed. Choose a later one.',
  notPaused: 'It is not paused.',
} as const;
