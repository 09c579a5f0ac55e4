/** What is said of renamed departments and job titles. */
export const rename = {
  changed: 'Another administrator has decided about these renames. Reload them.',
  decided: "'{{from}}' has been decided already.",
  contradictory: 'This call decides the same rename twice, and not the same way. Send one decision for each.',
  notOffered: "This cannot be done for '{{from}}'. Choose another way.",
  inForce: "The rules that name '{{from}}' name the new name too by now. Take it out of the rules if it is wrong.",
  tooManyNames:
    "The rule '{{rule}}' would name more than {{most}} departments, job titles or people. Shorten it first.",
  somePeopleGain_one:
    '{{count, number}} person would gain doors, because they also have the new name. Review them, then confirm.',
  somePeopleGain_other:
    '{{count, number}} people would gain doors, because they also have the new name. Review them, then confirm.',
  readAsItIs: "'{{value}}' is read as the source writes it from the next run on.",
} as const;
