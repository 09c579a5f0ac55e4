/** People of whom somebody has to say who they are, and those who wait until the source is clear. */
export const sourceConflicts = {
  conflicts: {
    title: 'To be decided',
    loading: 'Loading conflicts...',
    none: 'Nothing to decide',
    noneHint: 'When two people claim one number, or somebody long gone is there again, it waits here for you.',
    kinds: {
      same_number: 'Two people have the number {{value}}',
      two_sources: 'The number {{value}} comes from two sources',
      returner: 'Somebody who left is there again: {{value}}',
    },
    meaning: {
      same_number: 'Whose is it? Until you say so, whoever would get it now stays as they are, or stays out.',
      two_sources: 'Is it the same person, or another one? Until you say so, nobody new comes in.',
      returner: 'The same person, or somebody new under the old ID? Until you say so, they get no access.',
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
      both: 'All are people of their own',
      stay_out: 'The same person: leave out here',
      same_person: 'The same person',
      new_person: 'Somebody new',
    },
    effects: {
      is_this_one:
        'The number {{value}} is that of {{name}}. Nobody else gets it from this source: they stay as they are, or stay out.',
      both: 'All {{count, number}} have the number, each with access of their own.',
      stay_out:
        'Whoever would be new does not come in from this source. The person stays as the other source tells of them. When the other source has them no more, they come in from this one.',
      same_person: '{{name}} comes back as the person they were, with what the plans give them now.',
      new_person: '{{name}} comes in as somebody new. Nothing of the person who left is carried over.',
    },
    nextRun: 'It takes effect with the next run of the source.',
    confirm: 'Decide',
    decided: 'Decided. The next run of the source does it.',
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
            '{{count, number}} person does not come in from this source and stays as the other source tells of them. When the other source has them no more, they come in from this one.',
          stay_out_other:
            '{{count, number}} people do not come in from this source and stay as the other source tells of them. Whom the other source has no more comes in from this one.',
          both_one: '{{count, number}} person comes in from this source as well, with access of their own.',
          both_other: '{{count, number}} people come in from this source as well, each with access of their own.',
        },
        returner: {
          same_person_one:
            '{{count, number}} person comes back as who they were, with what the plans give them now. This cannot be taken back.',
          same_person_other:
            '{{count, number}} people come back as who they were, with what the plans give them now. This cannot be taken back.',
          new_person_one:
            '{{count, number}} person comes in as somebody new. Nothing of the person who left is carried over. This cannot be taken back.',
          new_person_other:
            '{{count, number}} people come in as somebody new. Nothing of those who left is carried over. This cannot be taken back.',
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
    none: 'Nobody is parked',
    noneHint: 'Everyone whom the source tells of could be taken over.',
    who: 'Who',
    why: 'Why',
    since: 'Since',
    next: 'Next try',
    tries_one: 'after {{count, number}} try',
    tries_other: 'after {{count, number}} tries',
    action: 'Action',
    try: 'Try now',
    tryNamed: 'Try {{name}} now',
  },
} as const;
