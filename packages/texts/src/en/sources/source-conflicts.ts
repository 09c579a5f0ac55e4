/** People of whom someone has to say who they are, and those who wait until the source is clear. */
export const sourceConflicts = {
  conflicts: {
    title: 'To be decided',
    loading: 'Loading conflicts...',
    none: 'Nothing to decide',
    noneHint: 'When two people have one number, or a person who left long ago returns, it waits here for you.',
    kinds: {
      same_number: 'Two people have the number {{value}}',
      two_sources: 'The number {{value}} comes from two sources',
      returner: 'A person who left is listed again: {{value}}',
    },
    meaning: {
      same_number: 'Whose is it? Until you decide, the other person does not change or is not imported.',
      two_sources: 'Is it the same person, or another one? Until you decide, no one is added.',
      returner: 'The same person, or a new person under the old ID? Until you decide, they get no access.',
    },
    found: 'Found:',
    hasNumber: 'Has the number {{number}} now',
    isKnown: 'Is among the people',
    isNew: 'Would be new',
    isElsewhere: 'Is among the people, from another source',
    choose: 'It is this one',
    chooseNamed: 'It is this one: {{name}}',
    decisions: {
      is_this_one: 'It is this one',
      both: 'They are different people',
      stay_out: 'The same person: leave out here',
      same_person: 'The same person',
      new_person: 'A new person',
    },
    effects: {
      is_this_one:
        'The number {{value}} is that of {{name}}. No one else gets it from this source: others do not change or are not imported.',
      both: 'All {{count, number}} have the number, each with access of their own.',
      stay_out:
        'The person is not imported from this source and stays as in the other source. Once the other source no longer lists them, they are imported from this one.',
      same_person: '{{name}} comes back as the person they were, with what the plans give them now.',
      new_person: '{{name}} is imported as a new person. Nothing of the person who left is carried over.',
    },
    nextRun: 'It takes effect with the next run of the source.',
    confirm: 'Decide',
    decided: 'Decided. The next run of the source applies it.',
    last: 'Decided last: {{decision}}. By {{name}},',
    takeBack: 'Take back',
    takenBack_one: 'Taken back. {{count, number}} conflict is to be decided again.',
    takenBack_other: 'Taken back. {{count, number}} conflicts are to be decided again.',
    many: {
      label: 'Decide many alike',
      choose: 'Choose: {{title}}',
      chosen_one: '{{count, number}} conflict chosen',
      chosen_other: '{{count, number}} conflicts chosen',
      none: 'Choose none',
      all: {
        same_number: 'Choose all {{count, number}} with the same number',
        two_sources: 'Choose all {{count, number}} from two sources',
        returner: 'Choose all {{count, number}} who are there again',
      },
      effects: {
        same_number: {
          both_one:
            'Everyone in {{count, number}} conflict keeps the number they share, each with access of their own.',
          both_other:
            'Everyone in {{count, number}} conflicts keeps the number they share, each with access of their own.',
        },
        two_sources: {
          stay_out_one:
            '{{count, number}} person is not imported from this source and stays as in the other source. Once the other source no longer lists them, they are imported from this one.',
          stay_out_other:
            '{{count, number}} people are not imported from this source and stay as in the other source. Once the other source no longer lists them, they are imported from this one.',
          both_one: '{{count, number}} person is also imported from this source, with separate access.',
          both_other: '{{count, number}} people are also imported from this source, each with separate access.',
        },
        returner: {
          same_person_one:
            '{{count, number}} person comes back as who they were, with what the plans give them now. This cannot be taken back.',
          same_person_other:
            '{{count, number}} people come back as who they were, with what the plans give them now. This cannot be taken back.',
          new_person_one:
            '{{count, number}} person is imported as a new person. Nothing of the person who left is carried over. This cannot be undone.',
          new_person_other:
            '{{count, number}} people are imported as new people. Nothing of the people who left is carried over. This cannot be undone.',
        },
      },
      confirm_one: 'Decide {{count, number}} conflict',
      confirm_other: 'Decide {{count, number}} conflicts',
    },
  },
  parked: {
    title: 'Parked people',
    caption: 'Parked people and why they wait',
    loading: 'Loading parked people...',
    none: 'No one is parked',
    noneHint: 'Everyone the source lists could be imported.',
    who: 'Who',
    why: 'Why',
    since: 'Since',
    next: 'Next try',
    tries_one: 'after {{count, number}} try',
    tries_other: 'after {{count, number}} tries',
    action: 'Action',
    try: 'Try now',
    tryNamed: 'Try now: {{name}}',
  },
} as const;
