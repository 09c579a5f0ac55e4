/** Texts of the check of a key plan. What is found is a sentence of the server. */
export const texts = {
  loading: 'Checking the key plan...',
  none: 'Nothing found.',
  lookedFor:
    'Looked for: rules that open too many doors, clashing hours, names and doors that no longer exist, rules without people or doors, people and doors without rights, doors without a place, unnecessary rules.',
  severities: {
    serious: 'May let the wrong people in, or keep the right ones out',
    idle: 'Rules without effect, people and doors left out',
    tidy: 'Could be simpler',
  },
  severityCount: '{{count, number}}',
  repairedTitle: 'Repaired just now',
  repairedDraft: 'The repairs wait in the draft: nothing changes at the doors until you activate it.',
  repairedAtOnce: 'The repairs are saved. The key system follows with the next sync.',
  undo: 'Undo',
  undoNamed: 'Undo: {{repair}}',
  checked: 'Checked {{rules}}, {{people}}, {{doors}}.',
  rules_one: '{{count, number}} rule',
  rules_other: '{{count, number}} rules',
  people_one: '{{count, number}} person',
  people_other: '{{count, number}} people',
  doors_one: '{{count, number}} door',
  doors_other: '{{count, number}} doors',
  again: 'Check again',
  title: '{{name}} ({{count, number}})',
  first: 'The {{shown, number}} most important are shown. Repair them and the next ones follow.',
  more_one: 'and {{count, number}} more',
  more_other: 'and {{count, number}} more',
  openRule: 'Open rule {{name}}',
  kinds: {
    over_broad_rule: {
      name: 'Rules that open very many doors',
      meaning: 'They apply to far more people than most rules. If this is intended, leave them.',
    },
    schedule_conflict: {
      name: 'Different hours for the same people',
      meaning: 'A key holds one schedule for all its doors. These people get two, so one of the rules will not hold.',
    },
    missing_object: {
      name: 'Doors that no longer exist',
      meaning: 'They no longer exist in the key system, the places or the plan. Removing them changes no access.',
    },
    unknown_subject: {
      name: 'Job titles, departments and people that do not exist',
      meaning: 'No active person in the identity sources of this plan matches. Often a typing error or a new name.',
    },
    rule_without_people: {
      name: 'Rules that apply to no one',
      meaning: 'They give no one access now, but will as soon as someone matches.',
    },
    rule_without_doors: { name: 'Rules that open no door', meaning: 'They give no one access until they name a door.' },
    people_without_rights: {
      name: 'People who may open nothing',
      meaning: 'They are active, but no active rule lets them open a door, in this plan or another active one.',
    },
    cylinder_nobody_opens: {
      name: 'Doors no one may open',
      meaning:
        'They belong to the key systems of this plan, but no active rule opens them, in this plan or another active one.',
    },
    unplaced_cylinder: {
      name: 'Doors without a place',
      meaning: 'Rules for places do not open them, and their hours follow the clock of the plan.',
    },
    unused_subject: {
      name: 'Names in rules that no one has',
      meaning: 'Often the old name after a rename. Removing them changes no access.',
    },
    shadowed_rule: {
      name: 'Rules that another rule makes unnecessary',
      meaning: 'Without them everyone could open the same doors at the same hours.',
    },
    redundant_rule: {
      name: 'Rules that other rules together make unnecessary',
      meaning: 'Without them everyone could open the same doors at the same hours.',
    },
  },
  repairs: {
    switch_off: 'Switch off',
    replace_subject: 'Replace with “{{nearest}}”',
    drop_subject: 'Remove “{{value}}”',
    drop_objects: 'Remove them',
    drop_protected: 'Remove protected doors',
    take_hours: 'Give “{{rule}}” the hours of “{{other}}”',
    delete_rule: 'Delete rule',
    create_rule: 'Add a rule...',
    place: 'Place doors',
  },
  named: '{{repair}}: {{rule}}',
  effects: {
    switch_off: 'The rule gives no access from now on. You can switch it on again.',
    replace_subject: 'People who match “{{nearest}}” may open what the rule opens.',
    drop_subject: 'No one matches “{{value}}” at the moment, so no one loses access.',
    drop_objects: 'The rule opens its other doors as before.',
    drop_protected:
      'Everything in places of protection class 3 or 4 is removed. The people of the rule keep these doors only where another rule opens them.',
    take_hours: 'The people of “{{rule}}” may open its doors only at the hours of “{{other}}”.',
    delete_rule: 'The rule is deleted. You can undo that here until you leave this tab.',
    needless: 'Other rules open the same doors, so no one loses access.',
  },
  failed: 'That did not work. Nothing was changed.',
} as const;
