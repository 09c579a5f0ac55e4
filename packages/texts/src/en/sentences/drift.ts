/** What was changed in a key system itself. */
export const drift = {
  member_added: "{{person}} was put into the access profile '{{profile}}'.",
  member_removed: "{{person}} was taken out of the access profile '{{profile}}'.",
  doors_added_one: "{{count, number}} door was added to the access profile '{{profile}}'.",
  doors_added_other: "{{count, number}} doors were added to the access profile '{{profile}}'.",
  doors_removed_one: "{{count, number}} door was taken out of the access profile '{{profile}}'.",
  doors_removed_other: "{{count, number}} doors were taken out of the access profile '{{profile}}'.",
  groups_added: "Doors were added to the access profile '{{profile}}': {{doors, and}}.",
  groups_removed: "Doors were taken out of the access profile '{{profile}}': {{doors, and}}.",
  doors_one: '{{count, number}} door',
  doors_other: '{{count, number}} doors',
  groups_one: '{{count, number}} group of doors',
  groups_other: '{{count, number}} groups of doors',
  hours_changed: "The hours of the access profile '{{profile}}' were changed from {{before, list}} to {{after, list}}.",
  profile_deleted: "The access profile '{{profile}}' was deleted.",
  person_deactivated: '{{person}} was deleted or made inactive.',
  person_activated: '{{person}} was made active.',
  somebody: 'Someone',
  needsWhole:
    'Nothing was accepted. {{what}} This also affects people or doors outside your area. An administrator who is responsible for all people and doors that it affects can accept it.',
  notAccepted: 'Nothing was accepted. {{what}} {{why}}',
  whyNot: {
    onlyGrants: "Rules only grant. Change the rule, or the person's department or title.",
    noRuleReaches: "No rule applies to this person. Add a rule, or change the person's department or title.",
    mergedHours:
      'Key2XS merges the hours of several rules in this access profile, so no single rule can say what was changed. Restore, or change the rules.',
    ruleGone: 'The rule behind this access profile is no longer in its plan. Restore, or write a new rule.',
    personElsewhere: 'This person is not an active person of a source of this plan.',
    unknownDoors: 'The inventory does not know all of these doors. Read it, then accept.',
    namedOtherwise:
      'The rule names these doors through a place, a group or an access profile of the plan. Change what it names.',
    dates: 'The hours of this rule have dates, which key systems do not know. Change the hours in the rule.',
    oddHours: 'A rule cannot have such hours. Change the hours in the rule.',
    isOff: 'The rule is switched off already.',
  },
} as const;
