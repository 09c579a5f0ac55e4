const access = 'packages/domain/src/access';
const test = (file, name) => ({ project: 'unit', file: `${access}/${file}.test.ts`, name });
const mining = (file, name) => ({ project: 'unit', file: `packages/domain/src/mining/${file}.test.ts`, name });

/** Safeguards of access decisions that the random cases of `npm test` detect. */
export const inUnits = [
  {
    name: 'access: all subjects of a rule have to hit',
    file: `${access}/indexing/access-index.ts`,
    edits: [
      ["rule.subject_match === 'any' ? subjectKeys.some(isHit) : subjectKeys.every(isHit)", 'subjectKeys.some(isHit)'],
    ],
    test: test('answers/access', 'agrees with going through all rules one by one'),
  },
  {
    name: 'access: a door has the ways that lead to it alone',
    file: `${access}/matrix/matrix-factors.ts`,
    edits: [['(hasBit(cylinders, door) ? bit : 0)', 'bit']],
    test: test('matrix/matrix-factors', 'agrees for every person and door with a loop over all rules'),
  },
  {
    name: 'access: a proposal is measured without the one before',
    file: `${access}/edit/propose-edits.ts`,
    edits: [['undo();', '']],
    test: test('edit/propose-edits', 'counts the effect of each proposal over all plans'),
  },
  {
    name: 'access: equal hours are no conflict',
    file: `${access}/check/schedule-conflicts.ts`,
    edits: [['b && a.kind !== b.kind', 'b']],
    test: test('check/check-plan', 'conflict for as many people as a loop over all of them finds'),
  },
  {
    name: 'access: what is needless already covers nothing',
    file: `${access}/check/needless-rules.ts`,
    edits: [['other !== rule && !gone.has(other) && ', 'other !== rule && ']],
    test: test('check/check-plan', 'are reported once where they make each other needless'),
  },
  {
    name: 'access: hours are looked at for more than a week',
    file: `${access}/hours/weekly-hours.ts`,
    edits: [['15 * minutesOfDay * minuteMs', '3 * minutesOfDay * minuteMs']],
    test: test('hours/weekly-hours', 'is the first minute at which hours open or close'),
  },
  {
    name: 'mining: a grant is dropped only where it fits to all that its dominator fits to',
    file: 'packages/domain/src/mining/exact/reduce/drop-dominated.ts',
    edits: [['any === 0 || missing !== 0', 'any === 0']],
    test: mining('exact/mine-exact', 'finds as many profiles as were planted'),
  },
  {
    name: 'mining: the checker refuses a right that is gained without approval',
    file: 'tools/lib/verify-plan/check-access.mjs',
    edits: [["else say(cylinder, 'is gained, and that was not approved.');", '']],
    test: mining('file/verify-plan', 'given, ended and kept outside of profiles as approved'),
  },
  {
    name: 'mining: the checker compares all pairs of a certificate',
    file: 'tools/lib/verify-plan/check-bound.mjs',
    edits: [['if (fitTogether(one, single[to])) say(one, single[to]);', ';']],
    test: mining('file/verify-plan', 'refuses a file that was changed anywhere'),
  },
];
