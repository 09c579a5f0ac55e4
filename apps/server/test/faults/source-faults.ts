import type { Input, iam } from '@key2xs/contract';
import type { TestApp } from '#test/app';

type Order = Parameters<TestApp['entra']['script']>[0];

/** A fault between the directory and us, and the expected result of a run. */
export type SourceFault = {
  fault: string;
  scripts: Order[];
  /** The kind of run under the fault; changes only by default. */
  run?: Input<typeof iam.sync>['query'];
  ends: 'applied' | 'failed' | 'refused' | 'quarantined';
  /** Part of the message of a failed run. */
  says?: RegExp;
  /** The source has sent wrong data, so that only a full read repairs our copy. */
  isLie?: true;
};

/** A fault covered by another test, by its file and part of its title. */
export type ProvenElsewhere = { fault: string; file: string; test: string };

const users = 'GET users delta';
const full = { kind: 'full' } as const;

export const sourceFaults: SourceFault[] = [
  // Throttling
  { fault: '429 at every third call', scripts: [{ name: 'too_many_requests', every: 3 }], ends: 'applied', run: full },
  {
    fault: '429 with a pause in seconds',
    scripts: [{ name: 'too_many_requests_retry_after', amount: 1, first: 1, only: users }],
    ends: 'applied',
  },
  {
    fault: '429 with a pause as a date',
    scripts: [{ name: 'too_many_requests_retry_after', variant: 'date', amount: 1, first: 1, only: users }],
    ends: 'applied',
  },
  {
    fault: '429 with a pause that is longer than a call waits: the run is put off and goes on',
    scripts: [{ name: 'too_many_requests_retry_after', amount: 2, first: 1, only: users }],
    run: full,
    ends: 'applied',
  },
  {
    fault: '503 with a pause',
    scripts: [{ name: 'unavailable_retry_after', amount: 1, first: 1, only: users }],
    ends: 'applied',
  },
  // Failing
  { fault: '500 twice', scripts: [{ name: 'server_error', first: 2, only: users }], ends: 'applied' },
  { fault: '502 at every second call', scripts: [{ name: 'server_error', variant: '502', every: 2 }], ends: 'applied' },
  {
    fault: '503 at every call for people',
    scripts: [{ name: 'server_error', variant: '503', only: users }],
    ends: 'failed',
    says: /cannot do this at the moment/,
  },
  {
    fault: '504 at every call',
    scripts: [{ name: 'server_error', variant: '504' }],
    ends: 'refused',
    says: /Microsoft/,
  },
  {
    fault: 'no answer to the first call',
    scripts: [{ name: 'never_answers', first: 1, only: users }],
    ends: 'applied',
  },
  {
    fault: 'pages cut at several places',
    scripts: [1, 60, 700, 2_500].map((amount) => ({ name: 'cut_body', amount, first: 1, only: users })),
    run: full,
    ends: 'applied',
  },
  { fault: 'every page cut', scripts: [{ name: 'cut_body', only: users }], ends: 'failed', says: /cannot be reached/ },
  // Misleading pages
  {
    fault: 'a list that ends in its middle without its end mark',
    scripts: [{ name: 'truncated_page', only: users }],
    run: full,
    ends: 'failed',
    says: /stops without saying that it is complete/,
  },
  {
    fault: 'a list that ends in its middle once',
    scripts: [{ name: 'truncated_page', first: 1, only: users }],
    run: full,
    ends: 'applied',
  },
  { fault: 'empty pages between the others', scripts: [{ name: 'empty_page' }], run: full, ends: 'applied' },
  {
    fault: 'a directory that is suddenly empty, with the right end',
    scripts: [{ name: 'emptied' }],
    run: full,
    ends: 'quarantined',
    isLie: true,
  },
  { fault: 'items twice in a page', scripts: [{ name: 'duplicated_items' }], run: full, ends: 'applied' },
  { fault: 'items of the page before once more', scripts: [{ name: 'repeated_page' }], run: full, ends: 'applied' },
  { fault: 'pages in the opposite order', scripts: [{ name: 'reversed_page' }], run: full, ends: 'applied' },
  { fault: 'an unknown person removed', scripts: [{ name: 'removed_in_page' }], ends: 'applied' },
  {
    fault: 'an unknown person removed for good',
    scripts: [{ name: 'removed_in_page', variant: 'deleted' }],
    run: full,
    ends: 'applied',
  },
  {
    fault: 'pages that lead to themselves',
    scripts: [{ name: 'endless_paging', only: users }],
    run: full,
    ends: 'failed',
    says: /same pages again and again/,
  },
  {
    fault: 'a next page at another host',
    scripts: [{ name: 'foreign_next_link', only: users }],
    run: full,
    ends: 'failed',
    says: /was to be fetched from localhost/,
  },
  {
    fault: 'a source that forgot where we were',
    scripts: [{ name: 'lost_delta_token', first: 2 }],
    ends: 'applied',
  },
  {
    fault: 'a source that wants to be read anew',
    scripts: [{ name: 'lost_delta_token', variant: 'resyncRequired', first: 2 }],
    ends: 'applied',
  },
  // No pages at all
  {
    fault: 'a web page in place of people',
    scripts: [{ name: 'html_page', only: users }],
    ends: 'failed',
    says: /not answer in JSON/,
  },
  {
    fault: 'a small answer that becomes a large one',
    scripts: [{ name: 'gzip_bomb', amount: 16, only: users }],
    ends: 'failed',
    says: /too large/,
  },
  { fault: 'answers that are called web pages', scripts: [{ name: 'wrong_content_type' }], ends: 'applied' },
  // Values
  {
    fault: 'names that no one has, of those who change',
    scripts: [{ name: 'odd_names', only: users }],
    ends: 'applied',
    isLie: true,
  },
  {
    fault: 'attributes of another type, of those who change',
    scripts: [{ name: 'changed_types', only: users }],
    ends: 'applied',
    isLie: true,
  },
  {
    fault: 'attributes of another type, of everybody',
    scripts: [{ name: 'changed_types', only: users }],
    run: full,
    ends: 'quarantined',
    isLie: true,
  },
  // Rights
  {
    fault: 'a token that is revoked',
    scripts: [{ name: 'unauthorized', only: users }],
    ends: 'failed',
    says: /refused our sign-in/,
  },
  {
    fault: 'a token that is revoked once',
    scripts: [{ name: 'unauthorized', first: 1, only: users }],
    ends: 'applied',
  },
  {
    fault: 'a permission that is taken away',
    scripts: [{ name: 'missing_permission', only: users }],
    ends: 'failed',
    says: /User\.Read\.All/,
  },
];

/** Maximum calls of a run under a fault: four pages of people, the groups, and all reasonable retries. */
export const maxCalls = 40;

export const provenElsewhere: ProvenElsewhere[] = [
  {
    fault: 'connections that are accepted, and then nothing',
    file: 'packages/drivers/src/entra-id/fault-scripts.test.ts',
    test: "name: 'half_open'",
  },
  {
    fault: 'a cut in every kind of answer',
    file: 'packages/drivers/src/entra-id/faults.test.ts',
    test: 'that breaks off is thrown away whole and read again',
  },
  {
    fault: 'circles of several pages',
    file: 'packages/drivers/src/entra-id/faults.test.ts',
    test: 'that leads in circles of %i pages is found',
  },
  {
    fault: 'links to other addresses, of every form',
    file: 'packages/drivers/src/entra-id/faults.test.ts',
    test: 'that is not one of Graph is refused',
  },
  {
    fault: 'answers that are endless, too large, cut, no JSON, or in another encoding',
    file: 'packages/drivers/src/entra-id/faults.test.ts',
    test: 'another charset',
  },
  {
    fault: 'many pages keep to little memory',
    file: 'packages/drivers/src/entra-id/faults.test.ts',
    test: 'leave nothing behind',
  },
  {
    fault: 'a pause is for the whole connection',
    file: 'packages/drivers/src/entra-id/throttling.test.ts',
    test: 'slows the whole connection, and calls nothing meanwhile',
  },
  {
    fault: 'delta tokens that are a week old',
    file: 'packages/drivers/src/entra-id/fault-scripts.test.ts',
    test: 'starts again after a week',
  },
  {
    fault: 'clocks that differ by hours',
    file: 'packages/drivers/src/entra-id/fault-scripts.test.ts',
    test: "name: 'clock_skew'",
  },
  {
    fault: 'leases go by the clock of the database',
    file: 'apps/server/src/platform/jobs/leases.api.test.ts',
    test: 'belongs to one worker during its lease',
  },
  {
    fault: 'days on which clocks change',
    file: 'packages/domain/src/timetables/run-times.test.ts',
    test: 'on days on which clocks change',
  },
  {
    fault: 'hours that the clock skips or repeats, in rules',
    file: 'packages/domain/src/access/hours/open-in-week.test.ts',
    test: 'has no hour that the clock skips',
  },
  {
    fault: 'a delivery a thousand times',
    file: 'apps/server/src/features/source-webhooks/receive.api.test.ts',
    test: 'in a crowd of a thousand begins two runs at most',
  },
  {
    fault: 'deliveries in any order',
    file: 'apps/server/src/features/source-webhooks/receive.api.test.ts',
    test: 'takes a delivery as a nudge, and nothing of what it says',
  },
  {
    fault: 'deliveries that are forged',
    file: 'apps/server/src/features/source-webhooks/receive.api.test.ts',
    test: 'answers a delivery that proves nothing like any other',
  },
  {
    fault: 'deliveries that are large, or to nowhere',
    file: 'apps/server/src/features/source-webhooks/receive.api.test.ts',
    test: 'knows no other address, and takes nothing large',
  },
  {
    fault: 'an address to be echoed that holds markup',
    file: 'apps/server/src/features/source-webhooks/receive.api.test.ts',
    test: 'echoes what the source wants back, as plain text',
  },
  {
    fault: 'deliveries that are lost',
    file: 'apps/server/src/features/source-webhooks/keep-subscriptions.api.test.ts',
    test: 'of what a run found counts as silent until it tells again',
  },
  {
    fault: 'subscriptions that have expired',
    file: 'apps/server/src/features/source-webhooks/keep-subscriptions.api.test.ts',
    test: 'is renewed in time, and asked anew when it has forgotten us',
  },
  {
    fault: 'a worker that dies while it reads',
    file: 'apps/server/src/features/iam/called/called-source.api.test.ts',
    test: 'goes on at the page where a worker died',
  },
  {
    fault: 'a worker that dies while it compares and applies',
    file: 'apps/server/src/features/iam/run/directory-recovery.api.test.ts',
    test: 'at every point, resumed by the next worker, gives the same result',
  },
  {
    fault: 'a worker that dies while it writes',
    file: 'apps/server/src/features/sync/takeover.api.test.ts',
    test: 'dies between its last write and the end of the task',
  },
  {
    fault: 'names and ids of every kind',
    file: 'apps/server/src/features/iam/called/called-source.api.test.ts',
    test: 'takes names as they come, and ids byte by byte',
  },
  {
    fault: 'one number or mail address of two people, in one source or two',
    file: 'apps/server/src/features/iam/conflicts/conflicts.api.test.ts',
    test: 'in two sources stops the newcomer; a mail address or an equal id links no people',
  },
  {
    fault: 'an id that is given to another person',
    file: 'apps/server/src/features/iam/conflicts/conflicts.api.test.ts',
    test: 'whose id was deleted for good loses access at once, and is asked about',
  },
  {
    fault: 'a mapping that asks for what is not there',
    file: 'packages/drivers/src/entra-id/faults.test.ts',
    test: 'for an attribute that Graph does not know says so',
  },
  {
    fault: 'limits that are reached and passed by one',
    file: 'packages/domain/src/check-guard.test.ts',
    test: "describe('checkGuards'",
  },
  {
    fault: 'items that move between pages, or come and go while they are read',
    file: 'apps/server/src/features/iam/called/called-source.api.test.ts',
    test: 'uses the last entry of a person, in whatever order',
  },
  {
    fault: 'a place in the list that is lost in the middle, or always',
    file: 'apps/server/src/features/iam/called/called-source.api.test.ts',
    test: 'is read whole again when it forgets a cursor in the middle',
  },
  {
    fault: 'a list that says that it has more than it tells',
    file: 'apps/server/src/features/iam/called/called-source.api.test.ts',
    test: 'that ends without its end mark loses no people, and the run fails',
  },
];
