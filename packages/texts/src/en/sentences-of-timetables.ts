/** How a timetable stands, and why it cannot be as it was asked for. */
export const timetable = {
  changed: 'Somebody else changed this timetable. Reload it and try again.',
  ofStaffList: 'A staff list is read when you upload it, so it has no timetable. Upload a new list when there is one.',
  sourceDisabled:
    'It is read when somebody starts it or when it tells of a change. Choose an interval, so that a lost message is made up for.',
  keySystemDisabled: 'It is read and synced when somebody starts it. Choose an interval to have that done regularly.',
  scheduled: 'It runs by itself.',
  running: 'A run is under way. What is due meanwhile begins after it, once.',
  backingOff:
    'The last {{count, number}} runs failed, so the next ones come {{often}} at most. Solve what the last run says; after a run that works, the usual times are back.',
  everyMinutes: 'every {{count, number}} minutes',
  everyHours_one: 'every hour',
  everyHours_other: 'every {{count, number}} hours',
  refused: 'The last run could not begin. {{reason}}',
  changesWait:
    'A run was stopped because it would change too much. No other begins until you have decided: review the changes.',
  firstImport: 'No run starts by itself before the first import. Preview the changes and apply them.',
  paused: 'No run begins until somebody resumes it.',
  pausedForAWhile: 'No run begins until the pause ends, or somebody resumes it.',
  inactive: "'{{name}}' is switched off. Activate it, and it runs by itself again.",
  aWeekWithout:
    'More than six days pass without a run. A directory tells what has changed for seven days only; after that everyone is read anew, which takes longer.',
  nothingToPause: 'Nothing runs by itself here, so there is nothing to pause.',
  pauseIsPast: 'This moment has passed. Choose a later one.',
  notPaused: 'It is not paused.',
} as const;
