import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { directIo } from '../direct-io';
import { DriverError, type DriverErrorKind } from '../driver-error';
import type { KeySystemSession } from '../key-system-driver';
import type { ScriptOrder } from '../sandbox-kit/faults/run-scripts';
import { cliqWebManager } from './driver';
import { type CliqSandbox, startCliqSandbox } from './sandbox';
import type { ScriptName } from './sandbox/faults/scripts';
import { scriptNames } from './sandbox/faults/scripts';

const person = { reference: 'p', first_name: 'Ada', surname: 'Quill', email: null, employee_id: null };
const sinceEver = { import_time: '2000-01-01T00:00:00.000Z', skip: 0 };

async function readAll(pages: AsyncIterable<readonly unknown[]>): Promise<void> {
  for await (const _ of pages);
}

/** By our service, by the query service, and writes. */
const uses = {
  list: (session: KeySystemSession) => readAll(session.listCylinders()),
  /** More than one page. */
  pages: (session: KeySystemSession) => readAll(session.listProfiles()),
  query: (session: KeySystemSession) => session.readAccessEvents(sinceEver),
  write: (session: KeySystemSession) => session.putPerson(person),
  assign: (session: KeySystemSession) => session.assignKey({ key: 'K-0025', holder: { identity: 'P-00001' } }),
  job: (session: KeySystemSession) =>
    session.putProgrammingJob({ reference: 'job', cylinder: 'C-0181', kind: 'block', key: 'K-0025' }),
};

type Row = [use: keyof typeof uses, order: ScriptOrder<ScriptName>, outcome: DriverErrorKind | 'done', calls: number];

/** With four attempts per call, timeouts of 1.5 s or, without an answer, 500 ms, and 100,000 bytes. */
const rows: Row[] = [
  ['list', { name: 'too_many_requests' }, 'rate_limited', 4],
  ['query', { name: 'too_many_requests' }, 'rate_limited', 4],
  ['write', { name: 'too_many_requests', first: 3 }, 'done', 4],
  ['list', { name: 'too_many_requests_retry_after', amount: 0.1, first: 1 }, 'done', 2],
  ['query', { name: 'too_many_requests_retry_after', amount: 0.1, first: 1 }, 'done', 2],
  ['write', { name: 'too_many_requests_retry_after', variant: 'date', amount: 1, first: 1 }, 'done', 2],
  ['list', { name: 'too_many_requests_retry_after', amount: 300 }, 'rate_limited', 1],
  ['query', { name: 'too_many_requests_retry_after', variant: 'date', amount: 300 }, 'rate_limited', 1],
  ['list', { name: 'server_error' }, 'refused', 4],
  ['query', { name: 'server_error', variant: '502' }, 'refused', 4],
  ['write', { name: 'server_error', variant: '503' }, 'refused', 4],
  ['write', { name: 'server_error', first: 3 }, 'done', 4],
  ['list', { name: 'slow', amount: 50 }, 'done', 1],
  ['query', { name: 'slow', amount: 60_000 }, 'timeout', 4],
  ['write', { name: 'slow', amount: 60_000, first: 1 }, 'done', 2],
  ['list', { name: 'half_open', first: 1 }, 'done', 2],
  ['list', { name: 'half_open' }, 'timeout', 4],
  ['list', { name: 'never_answers' }, 'timeout', 4],
  ['query', { name: 'never_answers', first: 1 }, 'done', 2],
  ['list', { name: 'reset_in_body' }, 'unreachable', 4],
  ['query', { name: 'reset_in_body', first: 2 }, 'done', 3],
  ['write', { name: 'reset_in_body', first: 1 }, 'done', 2],
  ['list', { name: 'cut_page' }, 'bad_answer', 4],
  ['query', { name: 'cut_page', first: 1 }, 'done', 2],
  ['list', { name: 'cut_page', variant: 'total' }, 'bad_answer', 2],
  ['list', { name: 'duplicated_page' }, 'bad_answer', 1],
  ['pages', { name: 'changes_behind_our_back' }, 'bad_answer', 2],
  ['list', { name: 'lost_records' }, 'done', 1],
  ['write', { name: 'stored_nothing' }, 'done', 1],
  ['write', { name: 'stored_but_500', first: 1 }, 'done', 2],
  ['write', { name: 'stored_but_500' }, 'refused', 4],
  ['assign', { name: 'stored_but_500', first: 1 }, 'done', 2],
  ['job', { name: 'reset_in_body', first: 1 }, 'done', 2],
  ['job', { name: 'too_many_requests' }, 'rate_limited', 4],
  ['list', { name: 'expired_client_certificate' }, 'certificate_expired', 1],
  ['query', { name: 'foreign_certificate' }, 'tls_untrusted', 1],
  ['write', { name: 'expired_server_certificate' }, 'tls_untrusted', 1],
  ['list', { name: 'garbage' }, 'bad_answer', 1],
  ['query', { name: 'garbage' }, 'bad_answer', 1],
  ['write', { name: 'garbage' }, 'bad_answer', 1],
  ['list', { name: 'wrong_content_type' }, 'done', 1],
  ['query', { name: 'wrong_content_type' }, 'done', 1],
  ['list', { name: 'endless' }, 'bad_answer', 1],
  ['query', { name: 'endless' }, 'bad_answer', 1],
  ['list', { name: 'redirect_elsewhere' }, 'bad_answer', 1],
  ['query', { name: 'redirect_elsewhere', variant: '307' }, 'bad_answer', 1],
  ['write', { name: 'redirect_elsewhere', variant: '308' }, 'bad_answer', 1],
  ['query', { name: 'soap_fault' }, 'refused', 4],
  ['query', { name: 'soap_fault', first: 3 }, 'done', 4],
  ['query', { name: 'soap_fault', variant: 'Client' }, 'refused_item', 1],
  ['list', { name: 'soap_fault' }, 'done', 1],
  ['query', { name: 'entity_bomb' }, 'bad_answer', 1],
  ['list', { name: 'entity_bomb' }, 'bad_answer', 1],
  ['list', { name: 'oversized', amount: 1 }, 'bad_answer', 1],
  ['query', { name: 'oversized', amount: 1 }, 'bad_answer', 1],
];

describe('CLIQ Web Manager driver, through everything that has a name', () => {
  let sandbox: CliqSandbox;
  let session: KeySystemSession;

  beforeAll(async () => {
    sandbox = await startCliqSandbox({ port: 0 });
    const writing = open();
    for (let i = 0; i < 12; i++) await writing.putProfile({ ...aProfile, reference: `profile-${i}` });
    await writing.close();
  });
  afterEach(async () => {
    sandbox.script();
    await session.close();
  });
  afterAll(() => sandbox.close());

  const aProfile = { name: 'Night shift', description: '', cylinders: [], cylinder_groups: [], schedule: [] };
  const open = (timeoutMs = 1_500) => {
    const limits = { headersTimeoutMs: timeoutMs, bodyTimeoutMs: timeoutMs, maxAnswerBytes: 100_000 };
    session = cliqWebManager.connect(sandbox, directIo({ limits }));
    return session;
  };

  it('leaves out no script', () => {
    expect(new Set(rows.map(([, { name }]) => name))).toEqual(new Set(scriptNames));
  });

  it.each(rows)('%s through %o: %s after %i', async (use, order, outcome, calls) => {
    await open(outcome === 'timeout' ? 500 : undefined).probe(); // four tries a call, so that this is enough to connect
    sandbox.script(order);
    const error = await uses[use](session).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (error === undefined) expect('done').toBe(outcome);
    else expect(error).toMatchObject({ name: 'DriverError', kind: outcome });
    const spoilt = sandbox.calls().filter(({ operation, script }) => operation !== 'connect' || script !== null);
    expect(spoilt).toHaveLength(calls);
    expect(spoilt.some(({ path }) => path === '/elsewhere')).toBe(false);
  });

  it('stores a write once that is answered first with 500 and then with success', async () => {
    await open().probe();
    sandbox.script({ name: 'stored_but_500', first: 1 });
    await session.putPerson({ ...person, reference: 'once' });
    expect(sandbox.inspect().persons.filter(({ reference }) => reference === 'once')).toHaveLength(1);
  });

  it('respects a pause requested from one call in all calls', async () => {
    await open().probe();
    sandbox.script({ name: 'too_many_requests_retry_after', amount: 300, first: 1 });
    await expect(session.putPerson(person)).rejects.toMatchObject({ retry_after_seconds: 300 });
    await expect(session.readAccessEvents(sinceEver)).rejects.toBeInstanceOf(DriverError);
    expect(sandbox.calls()).toHaveLength(1);
  });
});
