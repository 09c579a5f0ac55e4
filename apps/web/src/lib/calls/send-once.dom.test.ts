import { allEndpoints, auth, iam, invitations, isCreating, keySystems, sync } from '@key2xs/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aSource as aStoredSource } from '#data/sources/identity-source.fixture';
import { call } from './call';

const id = '0190c0de-0000-7000-8000-000000000001';
let keys: (string | null)[];
let names = 0;

/** A different name each time, so that no test continues another's intent. */
const aSource = () => ({ body: { name: `Source ${++names}`, provider: 'csv' as const } });
const create = (input = aSource()) => call(iam.create, input).catch((error: unknown) => error);

const problem = (status: number, code: string, headers: Record<string, string> = {}) =>
  Response.json(
    { type: 'about:blank', title: 'No', status, code, detail: 'No.', request_id: 'r1' },
    { status, headers },
  );
const running = () => problem(409, 'idempotency_conflict', { 'retry-after': '1' });
const held = () => problem(503, 'overloaded', { 'retry-after': '1' });
const refused = () => problem(409, 'conflict');
const lost = () => Promise.reject(new TypeError('fetch failed'));

/** Answers the requests in turn; the last answer repeats. */
function answer(...respond: (() => Response | Promise<Response>)[]) {
  let at = 0;
  vi.stubGlobal('fetch', (_url: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get('idempotency-key'));
    return Promise.resolve().then(respond[Math.min(at++, respond.length - 1)]);
  });
}

beforeEach(() => {
  keys = [];
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('which calls carry a key', () => {
  it('is determined by the contract: those that create something', () => {
    const creating = Object.values(allEndpoints).flatMap((group) => Object.values(group).filter(isCreating));
    expect(creating).toContain(iam.create);
    expect(creating).toContain(sync.start);
    for (const other of [iam.update, iam.list, keySystems.test, auth.login, auth.register, invitations.invite]) {
      expect(creating).not.toContain(other);
    }
  });

  it('is none but these', async () => {
    answer(refused);
    await create();
    await call(iam.saveMapping, { params: { id }, body: { external_id: 'No.' } }).catch(() => undefined);
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), null]);
  });
});

describe('the key of a call', () => {
  it.each([
    ['that got no answer', lost],
    ['whose answer broke off', () => new Response(new ReadableStream({ start: (c) => c.error(new TypeError()) }))],
    ['that the server could not answer for the moment', held],
  ])('%s is reused for the same call', async (_what, first) => {
    answer(first, first, refused, refused);
    const input = aSource();
    for (let time = 0; time < 4; time++) await create(input);
    const [one, two, three, four] = keys;
    expect([two, three]).toEqual([one, one]);
    expect(four).not.toBe(one);
  });

  it.each([400, 403, 409, 412, 422, 500])('that was answered %i is not used again', async (status) => {
    answer(() => problem(status, 'internal'));
    const input = aSource();
    await create(input);
    await create(input);
    expect(new Set(keys).size).toBe(2);
  });

  it('differs for another body', async () => {
    answer(lost);
    const { body } = aSource();
    await create({ body });
    await create({ body: { ...body, name: 'Something else' } });
    await call(iam.sync, { params: { id }, query: {} }).catch(() => undefined);
    await call(iam.sync, { params: { id }, query: { dry_run: 'true' } }).catch(() => undefined);
    expect(new Set(keys).size).toBe(4);
  });

  it('expires after a failure: a later repeat creates again', async () => {
    answer(lost);
    const input = aSource();
    await create(input);
    vi.setSystemTime(Date.now() + 119_999);
    await create(input);
    vi.setSystemTime(Date.now() + 120_000);
    await create(input);
    expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false]);
  });

  it('is reused for the same file, not for one selected again', async () => {
    answer(lost);
    const upload = (file: File) => call(iam.uploadStaffList, { params: { id }, body: { file } }).catch(() => undefined);
    const [one, other] = [new File(['a'], 'list.csv'), new File(['a'], 'list.csv')];
    await upload(one);
    await upload(one);
    await upload(other);
    expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false]);
  });
});

describe('two equal calls at once', () => {
  it('have one key, and the second waits for the answer of the first', async () => {
    const created = () => Response.json(aStoredSource({ name: 'Staff' }), { status: 201 });
    answer(created, running, running, created);
    const input = aSource();
    const both = Promise.all([create(input), create(input)]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await both).toMatchObject([{ name: 'Staff' }, { name: 'Staff' }]);
    expect([keys.length, new Set(keys).size]).toEqual([4, 1]);
  });

  it('do not wait forever', async () => {
    answer(running);
    const waiting = create();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await waiting).toMatchObject({ status: 409, code: 'idempotency_conflict' });
    expect(keys).toHaveLength(31);
  });

  it('do not wait when the key belongs to another call', async () => {
    answer(() => problem(409, 'idempotency_conflict'));
    expect(await create()).toMatchObject({ code: 'idempotency_conflict' });
    expect(keys).toHaveLength(1);
  });
});
