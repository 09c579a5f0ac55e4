const domain = 'packages/domain/src';
const of = (file, name) => ({ project: 'unit', file: `${domain}/${file}.test.ts`, name });

/** Of who may open what and when, and of what a comparison decides. */
export const inDomain = [
  {
    name: 'a source that lists far fewer people',
    file: `${domain}/check-guard.ts`,
    edits: [['} else if (isOver(before - listed, before, dropLimitPercent)) {', '} else if (listed < 0) {']],
    test: of('check-guard', 'checkGuards'),
  },
  {
    name: 'rows of which too many cannot be read',
    file: `${domain}/check-guard.ts`,
    edits: [['if (isOver(problems, rows, problemLimitPercent))', 'if (problems < 0)']],
    test: of('check-guard', 'checkGuards'),
  },
  {
    name: 'a list of a key system that has lost much',
    file: `${domain}/check-guard.ts`,
    edits: [['gone > 0 && (listed === 0 ||', 'gone > 0 && listed === 0 && (gone < 0 ||']],
    test: of('check-guard', 'losesTooMuch'),
  },
  {
    name: 'hours that pass midnight',
    file: `${domain}/access/hours/weekly-hours.ts`,
    edits: [['end + minutesOfDay - start :', 'minutesOfDay - start :']],
    test: of('access/hours/weekly-hours', 'areOpen'),
  },
  {
    name: 'a window that has ended is closed',
    file: `${domain}/access/hours/weekly-hours.ts`,
    edits: [
      [
        'if (epochMs >= validFrom && epochMs < validUntil && hasBit(minutes, minute)) return true;',
        'if (epochMs >= validFrom && hasBit(minutes, minute)) return true;',
      ],
    ],
    test: of('access/hours/weekly-hours', 'areOpen'),
  },
  {
    name: 'the clock of a zone is set in summer',
    file: `${domain}/access/hours/wall-clock.ts`,
    edits: [
      [
        'if (offsetMinutes === current.offsetMinutes) continue;',
        'if (offsetMinutes === current.offsetMinutes || day < end) continue;',
      ],
    ],
    test: of('access/hours/weekly-hours', 'follows daylight saving by the clock'),
  },
  {
    name: 'a zone that is unknown opens nothing',
    file: `${domain}/access/hours/weekly-hours.ts`,
    edits: [['  if (minute < 0) return false;\n', '  if (minute < 0) return true;\n']],
    test: of('access/hours/weekly-hours', 'areOpen'),
  },
  {
    name: 'rules whose windows are over grant nothing to key systems',
    file: `${domain}/access/hours/within-dates.ts`,
    edits: [['const isOut = windows.length > 0 &&', 'const isOut = windows.length > 99 &&']],
    test: of('access/hours/within-dates', 'leaves out rules whose windows are past or future'),
  },
  {
    name: 'a plan matches only people of its sources',
    file: `${domain}/access/indexing/access-index.ts`,
    edits: [
      [
        'subjectKeys.length === 0 || !plan.iam_connection_ids.includes(row.connection_id))',
        'subjectKeys.length === 0)',
      ],
    ],
    test: of('access/indexing/access-index', 'grants nothing by an inactive plan'),
  },
  {
    name: 'a plan that is switched off grants nothing',
    file: `${domain}/access/indexing/access-index.ts`,
    edits: [['if (rule.is_active && plan.is_active)', 'if (rule.is_active)']],
    test: of('access/indexing/access-index', 'grants nothing by an inactive plan'),
  },
  {
    name: 'all subjects of a rule have to match',
    file: `${domain}/access/indexing/access-index.ts`,
    edits: [
      ['subjectKeys.some(isHit) : subjectKeys.every(isHit)', 'subjectKeys.some(isHit) : subjectKeys.some(isHit)'],
    ],
    test: of('access/answers/access', 'agrees with going through all rules one by one'),
  },
  {
    name: 'a door that leaves a group leaves its rules',
    file: `${domain}/access/indexing/access-index.ts`,
    edits: [['      removeRule(rulesOfCylinder, door, number);\n', '']],
    test: of('access/answers/access', 'answers like a rebuilt one'),
  },
  {
    name: 'rules outgrow the index',
    file: `${domain}/access/indexing/access-index.ts`,
    edits: [['    growWords(index.rulesOfCylinder, words);\n', '']],
    test: of('access/indexing/access-index', 'grows beyond its initial number of rules'),
  },
  {
    name: 'sums follow rules that name other doors',
    file: `${domain}/access/totals/access-tally.ts`,
    edits: [['isChanged = was !== is || (is & wordAt(otherRules, i)) !== 0;', 'isChanged = was !== is;']],
    test: of('access/totals/access-tally', 'equals the sums of a rebuilt index'),
  },
  {
    name: 'an edit that is tried is taken back',
    file: `${domain}/access/edit/planned-edit.ts`,
    edits: [['for (const [id, rule] of before) rule ? putRule(index, rule) : dropRule(index, id);', '']],
    test: of('access/edit/propose-edits', 'counts the effect of each proposal'),
  },
  {
    name: 'others keep their doors when some lose them',
    file: `${domain}/access/edit/plan-withdrawal.ts`,
    edits: [["if (!others || way === 'taken') return [narrowed];", 'if (rule) return [narrowed];']],
    test: of('access/edit/propose-edits', 'changes exactly what was requested'),
  },
  {
    name: 'a rule that ends is not extended for good',
    file: `${domain}/access/edit/plan-grant.ts`,
    edits: [['const open = rules.filter(isForGood);', 'const open = rules.slice();']],
    test: of('access/edit/propose-edits', 'grants permanently, so never by a rule that expires'),
  },
  {
    name: 'a subject is not taken out where all have to match',
    file: `${domain}/access/check/unknown-subjects.ts`,
    edits: [["if (subject_match === 'any' && rest.length > 0) {", 'if (rest.length > 0) {']],
    test: of('access/check/check-plan', 'is not removed where every subject must match'),
  },
  {
    name: 'a key system keeps what is not ours',
    file: `${domain}/key-systems/plan-key-system.ts`,
    edits: [
      [
        "if (kept?.has(person_reference) || !isOurs('persons', person_reference)) continue;",
        'if (kept?.has(person_reference)) continue;',
      ],
    ],
    test: of('key-systems/plan-key-system', 'does not touch records that are neither desired nor known'),
  },
  {
    name: 'a profile that no rule stands behind is emptied',
    file: `${domain}/key-systems/plan-key-system.ts`,
    edits: [['      yield* profilesToEmpty(sides);\n', '']],
    test: of('key-systems/plan-key-system', 'empties a profile without a rule'),
  },
  {
    name: 'a rule without valid windows is no profile that is always open',
    file: `${domain}/key-systems/desired-key-system.ts`,
    edits: [['if (counting.length === 0 && time_restrictions.length > 0) return undefined;\n', '']],
    test: of('key-systems/desired-key-system', 'counts windows within their dates'),
  },
  {
    name: 'a profile opens no more while a member is to be removed by hand',
    file: `${domain}/key-systems/hand-work.ts`,
    edits: [["if (item.kind === 'member_remove') stillIn.add(item.write.profile_reference);", '']],
    test: of('key-systems/hand-work', 'opens no more doors of a profile'),
  },
  {
    name: 'other hours of a profile count as more',
    file: `${domain}/key-systems/widens-profile.ts`,
    edits: [["'schedule' in after ||", '']],
    test: of('key-systems/widens-profile', 'widensProfile'),
  },
  {
    name: 'work is done when the key system shows it',
    file: `${domain}/key-systems/is-work-done.ts`,
    edits: [['return !recorded.isMember(write.profile_reference, write.person_reference);', 'return true;']],
    test: of('key-systems/is-work-done', 'is not done while a plan requires it'),
  },
  {
    name: 'another person under a forgotten id',
    file: `${domain}/directory/plan-directory.ts`,
    edits: [['if (is_another || person.is_forgotten) return', 'if (is_another) return']],
    test: of('directory/plan-directory', 'directoryPlanner'),
  },
  {
    name: 'the second row of an id is a problem',
    file: `${domain}/directory/plan-directory.ts`,
    edits: [['  if (!isFirst) {\n', '  if (row < 0) {\n']],
    test: of('directory/plan-directory', 'directoryPlanner'),
  },
  {
    name: 'other groups may change access',
    file: `${domain}/directory/plan-directory.ts`,
    edits: [[' ||\n    person.groups !== groupsKey(fields.groups);', ';']],
    test: of('directory/plan-directory', 'directoryPlanner'),
  },
  {
    name: 'leavers whose places new people take',
    file: `${domain}/directory/renames/find-renames.ts`,
    edits: [['if (sum(parts) < still_listed * maxShare) continue;', 'if (sum(parts) < 0) continue;']],
    test: of('directory/renames/find-renames', 'finds nothing below half'),
  },
  {
    name: 'the last day counts whole',
    file: `${domain}/directory/person-state.ts`,
    edits: [['end_date < today)', 'end_date <= today)']],
    test: of('directory/person-state', 'personStateOn'),
  },
  {
    name: 'a person who has not started opens nothing',
    file: `${domain}/directory/person-state.ts`,
    edits: [["start_date > today ? 'coming' : 'active'", "start_date > today ? 'active' : 'active'"]],
    test: of('directory/person-state', 'personStateOn'),
  },
  {
    name: 'no run after a window has closed',
    file: `${domain}/timetables/run-times.ts`,
    edits: [['return run < within.until ? run : nextPeriod(times, within.until)?.from;', 'return run;']],
    test: of('timetables/run-times', 'starts when a window opens'),
  },
];
