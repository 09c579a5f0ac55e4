import type { RuleObject, RuleSubject } from '@key2xs/contract';
import { bench, describe } from 'vitest';
import { aLargeHouse } from '../../../test/large-house';
import { indexAccess } from '../indexing/access-index';
import { copyAccess } from '../indexing/copy-access';
import { proposeEdits } from './propose-edits';
import type { EditRequest } from './resolve-request';

// 50,000 people, 10,000 cylinders, 600 rules. Includes measuring the effects.
const house = indexAccess(aLargeHouse());
const department = (i: number): RuleSubject => ({
  subject_type: 'department',
  subject_identifier: `department of ${i % 60}`,
});
const title = (i: number): RuleSubject => ({
  subject_type: 'job_title',
  subject_identifier: `JOB TITLE ${i} (SENIOR)`,
});
const doors = Array.from({ length: 500 }, (_, i): RuleObject => {
  return { object_type: 'cylinder', object_identifier: `c${i * 17}` };
});
const rows = Array.from({ length: 200 }, (_, i) => [title(i)]);

const departments = Array.from({ length: 60 }, (_, i) => [department(i)]);

const propose = (asked: Omit<EditRequest, 'planId'>) => {
  const work = proposeEdits(copyAccess(house), { planId: 'plan0', ...asked });
  while (!work.next().done);
};

describe('proposeEdits', () => {
  const few = { who: [[department(0), title(120)]], objects: doors.slice(0, 3) };
  const many = { who: rows, objects: doors };
  bench('a title of a department, three doors, granted', () => propose({ grant: true, ...few }));
  bench('200 titles, 500 doors, granted', () => propose({ grant: true, ...many }));
  bench('200 titles, 500 doors, taken back', () => propose({ grant: false, ...many }));
  bench('60 departments, 500 doors, granted', () => propose({ grant: true, who: departments, objects: doors }));
  bench('60 departments, 500 doors, taken back', () => propose({ grant: false, who: departments, objects: doors }));
});
