const iam = 'apps/server/src/features/iam';
const entra = 'packages/drivers/src/entra-id';
const happenings = { project: 'api', file: 'apps/server/test/faults/happenings.api.test.ts' };
const faults = { project: 'api', file: 'apps/server/test/faults/source-faults.api.test.ts' };
const called = { project: 'api', file: `${iam}/called/called-source.api.test.ts` };
const driver = { project: 'unit', file: `${entra}/faults.test.ts` };

/** Of reading sources and writing key systems. */
export const inRuns = [
  {
    name: 'limit of people who leave',
    file: 'packages/domain/src/check-guard.ts',
    edits: [['if (removals > harmlessRemovals &&', 'if (removals < 0 &&']],
    test: { ...happenings, name: 'a third of the people deleted' },
  },
  {
    name: 'limit of people whose doors change',
    file: 'packages/domain/src/check-guard.ts',
    edits: [['if (moved && moved.people > harmlessRemovals', 'if (moved && moved.people < 0']],
    test: { ...happenings, name: 'eleven people moved' },
  },
  {
    name: 'a source that is empty',
    file: 'packages/domain/src/check-guard.ts',
    edits: [['if (listed === 0 && before > 0)', 'if (listed < 0)']],
    test: { ...happenings, name: 'all people deleted' },
  },
  {
    name: 'a rename is decided first',
    file: `${iam}/run/directory-step.ts`,
    edits: [['{ ...summary, tally, stopped: renames.stopped }', '{ ...summary, tally, stopped: [] }']],
    test: { ...happenings, name: 'a renamed department' },
  },
  {
    name: 'end mark of a list',
    file: `${entra}/reading/read-page.ts`,
    edits: [
      ["if (later === undefined) throw new EntraError('bad_answer', { detail: say('entraCase.noEnd') });", ''],
      ['pastFeed(cursor, later, hasGroups)', "pastFeed(cursor, later ?? next ?? '', hasGroups)"],
    ],
    test: { ...faults, name: 'ends in its middle without its end mark' },
  },
  {
    name: 'a reading that broke off is begun anew',
    file: `${iam}/called/read-source.ts`,
    edits: [['if (copy.is_full && !copy.is_whole) return true;', '']],
    test: { ...called, name: 'that ends without its end mark' },
  },
  {
    name: 'a source that always forgets is given up',
    file: `${iam}/called/read-source.ts`,
    edits: [['if (restarts > maxRestarts) throw neverEnds();', '']],
    test: { ...called, name: 'given up when it always does' },
  },
  {
    name: 'pages in a circle, in the run',
    file: `${iam}/called/read-source.ts`,
    edits: [['if (!isEnd && !(await notePage(tx, access.connectionId, cursor.more))) throw neverEnds();', '']],
    test: { ...called, name: 'that repeats its cursors' },
  },
  {
    name: 'pages in a circle, in the driver',
    file: `${entra}/reading/cursor.ts`,
    edits: [['if (next === cursor.at || place === cursor.mark)', "if (next === '')"]],
    test: { ...faults, name: 'pages that lead to themselves' },
  },
  {
    name: 'links to other hosts',
    file: `${entra}/graph/graph-client.ts`,
    edits: [["if (read?.origin === origin && read.username === '' && read.password === '')", 'if (read)']],
    test: { ...faults, name: 'a next page at another host' },
  },
  {
    name: 'size of an answer',
    file: 'packages/drivers/src/transport/read-body.ts',
    edits: [['if (bytes > maxAnswerBytes)', 'if (bytes < 0)']],
    test: { ...driver, name: 'one that is too large is refused' },
  },
  {
    name: 'a pause that is asked for',
    file: 'packages/drivers/src/transport/http-client.ts',
    edits: [['if (asked > 0) resumeAt =', 'if (asked < 0) resumeAt =']],
    test: { ...faults, name: '429 with a pause in seconds' },
  },
  {
    name: 'a refused token is renewed once',
    file: `${entra}/graph/graph-client.ts`,
    edits: [['return attempt(caller, call, true);', 'return this.send(caller, call);']],
    test: { ...driver, name: 'is renewed once, and then named' },
  },
  {
    name: 'a person with unclear data stays unchanged',
    file: `${iam}/run/compare-source.ts`,
    edits: [["if (record.problems) problems.push({ is: 'of_source' });", '']],
    test: { ...called, name: 'has a person whose values are unclear' },
  },
  {
    name: 'groups of a restorable person',
    file: `${iam}/called/unlisted.ts`,
    edits: [["and person.gone <> 'for_good')", 'and false)']],
    test: { ...called, name: 'restores the groups of a person who comes back' },
  },
  {
    name: 'no groups of the former holder of an id',
    file: `${iam}/called/save-page.ts`,
    edits: [['if (ids.length === 0) return;', 'if (ids.length >= 0) return;']],
    test: { ...called, name: 'none of the groups of the previous holder' },
  },
  {
    name: 'one person an id in a source',
    file: 'apps/server/migrations/0026-called-sources.ts',
    edits: [['create unique index person_identity', 'create index person_identity']],
    test: { ...called, name: 'is read page by page into people' },
  },
  {
    name: 'a lease is for one worker',
    file: 'apps/server/src/platform/jobs/job-rows.ts',
    edits: [['(lease is null or due_at', '(true or due_at']],
    test: {
      project: 'api',
      file: 'apps/server/src/platform/jobs/leases.api.test.ts',
      name: 'belongs to one worker during its lease',
    },
  },
  {
    name: 'only what waits is decided',
    file: 'apps/server/src/features/change-sets/decide.ts',
    edits: [
      [
        "if (changeSet.state !== 'ready' && changeSet.state !== 'quarantined') {",
        "if (changeSet.state === 'computing') {",
      ],
    ],
    test: { project: 'api', file: 'apps/server/src/features/change-sets/decisions.api.test.ts', name: 'is final' },
  },
  {
    name: 'a decision about what was seen',
    file: 'apps/server/src/platform/other-version.ts',
    edits: [
      ['if (expected !== undefined && expected !== version)', 'if (expected !== undefined && version === undefined)'],
    ],
    test: {
      project: 'api',
      file: `${iam}/renames/renames.api.test.ts`,
      name: 'answers 412 to who has not seen the decision of another',
    },
  },
  {
    name: 'proof of a delivery',
    file: 'apps/server/src/features/source-webhooks/receive.ts',
    edits: [['notices.filter((notice) => isSame(notice.client_state, client_state))', 'notices']],
    test: {
      project: 'api',
      file: 'apps/server/src/features/source-webhooks/receive.api.test.ts',
      name: 'answers a delivery that proves nothing',
    },
  },
  {
    name: 'one number is of one person',
    file: `${iam}/conflicts/find-conflicts.ts`,
    edits: [['held.push({', 'if (ordinal < 0) held.push({']],
    test: {
      project: 'api',
      file: `${iam}/conflicts/conflicts.api.test.ts`,
      name: 'stops the one who comes, not the one who is there',
    },
  },
  {
    name: 'what was written is read again',
    file: 'apps/server/src/features/sync/mirror-recorded.ts',
    edits: [
      [
        'export async function readIntoMirror(run: TaskRun, row: KeySystem): Promise<Recorded> {',
        `export async function readIntoMirror(run: TaskRun, all: KeySystem): Promise<Recorded> {
  const row = { ...all, capabilities: all.capabilities.filter((one) => !one.startsWith('read_')) };`,
      ],
    ],
    test: { ...happenings, name: 'it confirms a write that it did not store' },
  },
  {
    name: 'removals before grants',
    file: 'packages/domain/src/key-systems/plan-key-system.ts',
    edits: [
      ['      yield* membersToRemove(sides);\n', ''],
      [
        '      yield* membersToAdd(sides);\n',
        '      yield* membersToAdd(sides);\n      yield* membersToRemove(sides);\n',
      ],
    ],
    test: { ...happenings, name: 'a person who moves loses the old doors' },
  },
];
