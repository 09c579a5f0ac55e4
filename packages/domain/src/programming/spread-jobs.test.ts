import { expect, test } from 'vitest';
import { type JobSpread, spreadJobs } from './spread-jobs';

const at = (place: string | null, ...ids: string[]) => ids.map((id) => ({ id, place }));
const key = (id: string, jobs: number, job_limit = 3) => ({ id, jobs, job_limit });

test.for<[name: string, args: Parameters<typeof spreadJobs>, expected: JobSpread]>([
  ['nothing', [[], [key('A', 0)]], { assignments: [], left: [] }],
  [
    'all to the key with most room',
    [at('House / 1', '1', '2'), [key('A', 2), key('B', 0)]],
    { assignments: [{ carrier: 'B', jobs: ['1', '2'] }], left: [] },
  ],
  [
    'a place to one key, and the next place to the next key where it does not fit',
    [
      [...at('House / 2', '3', '4'), ...at('House / 1', '1', '2')],
      [key('A', 0), key('B', 0)],
    ],
    {
      assignments: [
        { carrier: 'A', jobs: ['1', '2'] },
        { carrier: 'B', jobs: ['3', '4'] },
      ],
      left: [],
    },
  ],
  [
    'a place that fits on no key to several, and what is too much to none',
    [at('House / 1', '1', '2', '3', '4', '5'), [key('A', 1), key('B', 1)]],
    {
      assignments: [
        { carrier: 'A', jobs: ['1', '2'] },
        { carrier: 'B', jobs: ['3', '4'] },
      ],
      left: ['5'],
    },
  ],
  ['none to keys that carry too much already', [at(null, '1'), [key('A', 5)]], { assignments: [], left: ['1'] }],
])('spreads %s', ([, args, expected]) => {
  expect(spreadJobs(...args)).toEqual(expected);
});
