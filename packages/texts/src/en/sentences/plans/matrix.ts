/** The matrix of a key plan as a file. */
export const matrix = {
  sheet: 'Matrix',
  row: 'Who',
  detail: { counted: 'People', people: 'Employee number', keys: 'Holder' },
  without: { departments: 'Without a department', job_titles: 'Without a job title', groups: 'Without a group' },
  noPlace: 'Without a place',
  asOf: 'Shown: {{to}}, changes against: {{from}}. As of {{at}} UTC.',
  desired: 'Who may open what by this plan; what is recorded in the key systems is shown where it differs.',
  sides: { in_force: 'in force', draft: 'draft', off: 'plan switched off', version: 'version {{number}}' },
  page: 'Page {{page, number}} of {{pages, number}} (rows {{from_row, number}}–{{to_row, number}}, columns {{from_column, number}}–{{to_column, number}})',
  lastPage: 'Page {{page, number}} of {{pages, number}}',
  legend: 'Legend',
  ways: {
    direct: { sign: 'D', meaning: 'A rule names the person' },
    door: { sign: 'C', meaning: 'A rule names the cylinder' },
    group: { sign: 'G', meaning: 'A rule names the cylinder group' },
    place: { sign: 'P', meaning: 'A rule names the place, or one above it' },
    profile: { sign: 'A', meaning: 'A rule names an access profile with the cylinder' },
  },
  marks: {
    isLimited: 'Not at all times',
    hasGained: 'Gained: may open it now, not before',
    hasLost: 'Lost: could open it before, not now',
    isPending: 'What is in force and what the key system has recorded differ',
    hasConflict: 'Rules give different hours, and a key holds one schedule',
    share: 'So many of the people and doors at this crossing; without a figure: all of them',
  },
  tooLarge:
    'The matrix has {{rows, number}} rows and {{columns, number}} columns; this format takes {{cells, number}} cells and {{width, number}} columns at most. Collapse places or groups, take departments as rows, or choose CSV.',
} as const;
