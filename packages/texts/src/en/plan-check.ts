/** Texts of the check of a key plan. What is found is a sentence of the server. */
export const texts = {
  loading: 'Checking the key plan...',
  none: 'Nothing to repair.',
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
      name: 'Rules that open very much',
      meaning: 'They reach far more people than most rules. If that is meant, leave them.',
    },
    schedule_conflict: {
      name: 'Different hours for the same people',
      meaning: 'A key holds one schedule for all its doors. These people get two, so one of the rules will not hold.',
    },
    missing_object: {
      name: 'Doors that no longer exist',
      meaning: 'They are gone from the key system, the places or the plan. Taking them out changes nobody’s access.',
    },
    unknown_subject: {
      name: 'Titles, departments and people that are not there',
      meaning: 'Nobody active in the identity sources of this plan fits. Often a slip of the pen, or a new name.',
    },
    rule_without_people: {
      name: 'Rules that reach nobody',
      meaning: 'They grant nothing, but may begin to when somebody fits.',
    },
    rule_without_doors: { name: 'Rules that open no door', meaning: 'They grant nothing until they name a door.' },
    people_without_rights: {
      name: 'People who may open nothing',
      meaning: 'They are active, but no active rule lets them open a door.',
    },
    cylinder_nobody_opens: {
      name: 'Doors nobody may open',
      meaning: 'They belong to the key systems of this plan, but no active rule opens them for anybody.',
    },
    unplaced_cylinder: {
      name: 'Doors without a place',
      meaning: 'Rules about places do not reach them, and their hours follow the clock of the plan.',
    },
    shadowed_rule: {
      name: 'Rules another rule makes needless',
      meaning: 'Without them everybody could open the same doors at the same hours.',
    },
    redundant_rule: {
      name: 'Rules others together make needless',
      meaning: 'Without them everybody could open the same doors at the same hours.',
    },
  },
  repairs: {
    switch_off: 'Switch off',
    replace_subject: 'Replace by “{{nearest}}”',
    drop_subject: 'Take out “{{value}}”',
    drop_objects: 'Take them out',
    drop_protected: 'Take out protected doors',
    take_hours: 'Give “{{rule}}” the hours of “{{other}}”',
    delete_rule: 'Delete rule',
    create_rule: 'Add a rule...',
    place: 'Place doors',
  },
  named: '{{repair}}: {{rule}}',
  effects: {
    switch_off: 'The rule grants nothing from now on. You can switch it on again.',
    replace_subject: 'Whoever fits “{{nearest}}” may open what the rule opens.',
    drop_subject: 'Nobody fits “{{value}}” at present, so nobody loses access.',
    drop_objects: 'The rule opens the rest as before.',
    drop_protected:
      'What leads to places of protection class 3 or 4 is taken out. Its people keep these doors only where another rule opens them.',
    take_hours: 'The people of “{{rule}}” may open its doors at the hours of “{{other}}” alone.',
    delete_rule: 'The rule is deleted. This cannot be undone.',
    needless: 'Other rules grant the same, so nobody loses access.',
  },
  repaired: 'Repaired. The key plan was checked again.',
  failed: 'That did not work. Nothing was changed.',
} as const;
