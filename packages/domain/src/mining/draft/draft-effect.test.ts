import { expect, test } from 'vitest';
import { indexAccess } from '../../access/indexing/access-index';
import { runToEnd } from '../../run-to-end';
import { relationOf } from '../access-relation';
import { draftEffect } from './draft-effect';

const day = [{ days: [1, 2, 3, 4, 5], from: '07:00', to: '19:00', valid_from: null, valid_until: null }];
const people = ['ada', 'bea', 'cleo'];

test('counts who has a door at other hours', () => {
  const person = { connection_id: 'hr', department: 'Surgery', job_title: null, group_ids: [], active: true };
  const index = indexAccess({
    people: people.map((id) => ({ ...person, id })),
    cylinders: [{ id: 'door', group_id: null, location_id: null }],
    locations: [],
    profiles: [],
    plans: [],
    rules: [],
  });
  const read = relationOf(3, 1, [
    [0, 0],
    [1, 0],
    [2, 0],
  ]);
  const rule = (names: string[], time_restrictions: typeof day) => ({
    subject_match: 'any' as const,
    subjects: names.map((id) => ({ subject_type: 'user' as const, subject_identifier: id })),
    time_restrictions,
    cylinder_ids: ['door'],
  });
  const draft = {
    read,
    hours: { schedules: [[], day], of: Int32Array.of(1, 1, 0) },
    people,
    cylinders: ['door'],
    // Ada's hours are the same in two rules, Bea's are wider, Cleo's are narrower.
    rules: [rule(['ada', 'cleo'], day), rule(['ada'], day), rule(['bea'], [])],
    iam_connection_ids: ['hr'],
  };
  const { delta } = runToEnd(draftEffect(index, draft));
  expect(delta).toMatchObject({ peopleGaining: 0, peopleLosing: 0, peopleAtOtherHours: 2 });
});
