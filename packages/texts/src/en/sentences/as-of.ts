/** What is said of who could open what at a moment. */
export const asOf = {
  tooMany: 'That is more than {{most, number}} rights. Choose a smaller place or a single door.',
  moment: 'As of {{at}}',
  printed: 'Printed {{at}}',
  plan: 'Key plan {{name}}, version {{version, number}}, in force since {{at}}, published by {{by}}',
  known: 'Plans are known since {{desired}}; what key systems had recorded and who held keys, since {{layers}}.',
  notCounted:
    'Rights of profiles that others made in key systems are not part of what is recorded. A key opened within the weekly hours that it held.',
  only: {
    desired: 'Only rights that a plan gave',
    recorded: 'Only rights that a key system had recorded',
    effective: 'Only rights on a key',
  },
  containing: "Only rights containing '{{text}}'",
  outside: 'Yes, outside its hours',
  first: 'The first {{shown, number}} of {{total, number}} rights; the CSV file has all of them.',
  rights_one: 'One right',
  rights_other: '{{count, number}} rights',
  title: {
    person: 'What {{name}} could open',
    cylinder: 'Who could open {{name}}',
    location: 'Who could open doors of {{name}}',
  },
  column: {
    person: 'Person',
    door: 'Door',
    desired: 'Plan',
    recorded: 'Recorded',
    effective: 'On a key',
    givenBy: 'Given by',
  },
  erased: 'Erased person',
  answer: { yes: 'Yes', no: 'No', not_known: 'Not known' },
} as const;
