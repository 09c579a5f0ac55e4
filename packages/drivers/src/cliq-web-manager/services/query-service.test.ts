import type { Dispatcher } from 'undici';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { directIo } from '../../direct-io';
import type { DriverIo, KeySystemSession } from '../../key-system-driver';
import { cliqWebManager } from '../driver';
import { queryNamespace } from '../query-wire';
import { type CliqSandbox, startCliqSandbox } from '../sandbox';

const response = (operation: string, inside: string) =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>` +
  `<${operation}Response xmlns="${queryNamespace}">${inside}</${operation}Response></s:Body></s:Envelope>`;

const person = (identity: string, rest = '') => `<person><identity>${identity}</identity>${rest}</person>`;
const key = (identity: string, rest = '') => `<key><identity>${identity}</identity>${rest}</key>`;

async function collect<T>(pages: AsyncIterable<T[]>): Promise<T[]> {
  const all: T[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}

describe('the query service', () => {
  let sandbox: CliqSandbox;
  let session: KeySystemSession;
  const open = (io: Partial<DriverIo> = {}) => {
    session = cliqWebManager.connect(sandbox, { ...directIo(io), ...io });
    return session;
  };

  /** Answers to each operation, one after another; the last one is repeated. */
  function answerWith(answers: Record<string, string[]>): void {
    sandbox.fault(({ operation }) => {
      const left = answers[operation];
      const body = left && left.length > 1 ? left.shift() : left?.[0];
      if (body === undefined) return undefined;
      return { kind: 'answer', status: 200, headers: { 'content-type': 'text/xml' }, body: response(operation, body) };
    });
  }

  beforeAll(async () => {
    sandbox = await startCliqSandbox({ port: 0, profile: 'query_only' });
  });
  afterEach(async () => {
    sandbox.fault(undefined);
    await session.close();
  });
  afterAll(() => sandbox.close());

  it('lists persons, deleted ones as inactive', async () => {
    const names = '<firstName>Zoë</firstName><surname>O’Dowd</surname>';
    answerWith({ getPersons: [person('P-1', names) + person('P-2', '<deleted> TRUE </deleted>'.toLowerCase())] });
    const noDetails = { reference: null, email: null, employee_id: null };
    expect(await collect(open().listPersons())).toEqual([
      { ...noDetails, identity: 'P-1', first_name: 'Zoë', surname: 'O’Dowd', active: true },
      { ...noDetails, identity: 'P-2', first_name: '', surname: '', active: false },
    ]);
  });

  it('lists the keys of all persons, deleted persons too, but no deleted key', async () => {
    answerWith({
      getPersons: [person('P-1', '<deleted>true</deleted>')],
      getKeysForPerson: [
        key('K-1', '<type>Dynamic key</type><name>Main</name><marking>A1</marking>') +
          key('K-2', '<deleted>true</deleted>') +
          key('K-3', '<type>CLIQ_CONNECT</type>') +
          key('K-4', '<type>something new</type>'),
      ],
      getKeyDetails: [
        key(
          'K-1',
          '<operationalStatus>HandedOut</operationalStatus><lastRemoteUpdate>2026-11-21T12:30:00.5+02:00</lastRemoteUpdate>',
        ),
        key('K-3', '<operationalStatus>IN STOCK</operationalStatus><lastRemoteUpdate/>'),
        key('K-4'),
      ],
    });
    const unknown = { last_update_at: null, times: null, access: null, access_list: null, changed_at: null };
    const known = { serial: '', holder_identity: 'P-1', name: '', marking: '', ...unknown };
    expect(await collect(open({ limits: { concurrency: 1 } }).listKeys())).toEqual([
      {
        ...known,
        external_id: 'K-1',
        name: 'Main',
        marking: 'A1',
        key_type: 'dynamic',
        state: 'handed_out',
        last_update_at: '2026-11-21T10:30:00.500Z',
      },
      { ...known, external_id: 'K-3', key_type: 'connect', state: 'in_stock' },
      { ...known, external_id: 'K-4', key_type: 'normal', state: '' },
    ]);
  });

  it('lists a key once that changed hands while it was read', async () => {
    answerWith({
      getPersons: [person('P-1') + person('P-2')],
      getKeysForPerson: [key('K-1')],
      getKeyDetails: [key('K-1')],
    });
    expect(await collect(open().listKeys())).toHaveLength(1);
  });

  it.each([
    ['a person comes twice', { getPersons: [person('P-1') + person('P-1')] }, 'P-1 came twice'],
    ['a person has no identity', { getPersons: ['<person><surname>X</surname></person>'] }, 'identity: '],
    [
      'it is unclear whether a person is deleted',
      { getPersons: [person('P-1', '<deleted>maybe</deleted>')] },
      'deleted: ',
    ],
  ])('refuses a list of persons in which %s', async (_, answers, detail) => {
    answerWith(answers);
    await expect(collect(open().listPersons())).rejects.toMatchObject({
      kind: 'bad_answer',
      message: expect.stringContaining(detail),
    });
  });

  it.each([
    ['there are no details', '', 'no details of the key K-1'],
    [
      'a time has no zone',
      key('K-1', '<lastRemoteUpdate>2026-11-21T12:30:00</lastRemoteUpdate>'),
      'is no time with a zone',
    ],
    [
      'a time does not exist',
      key('K-1', '<lastRemoteUpdate>2026-13-41T12:30:00Z</lastRemoteUpdate>'),
      'is no time that exists',
    ],
  ])('refuses a key of which %s', async (_, details, detail) => {
    answerWith({ getPersons: [person('P-1')], getKeysForPerson: [key('K-1')], getKeyDetails: [details] });
    await expect(collect(open().listKeys())).rejects.toMatchObject({
      kind: 'bad_answer',
      message: expect.stringContaining(detail),
    });
  });

  it('asks for any identity as it is', async () => {
    answerWith({ getPersons: [person('P&lt;&amp;&quot;&#x1F511;')] });
    await expect(collect(open().listKeys())).rejects.toMatchObject({
      kind: 'refused_item',
      message: expect.stringContaining(' There is no person P<&"🔑. '),
    });
  });

  it('reads events from the middle of an instant on', async () => {
    const { events, next } = await open().readAccessEvents({ import_time: '2000-01-01T00:00:00.000Z', skip: 100 });
    expect(events).toHaveLength(140);
    expect(next).toEqual({ import_time: events.at(-1)?.import_time, skip: 12 });
    expect(events[0]).toMatchObject({ external_id: 'E-0000101', result: expect.stringMatching(/^(granted|denied)$/) });
  });

  it('limits concurrent calls', async () => {
    const { seen, openHttps } = countingIo();
    await collect(open({ limits: { concurrency: 3 }, openHttps }).listKeys());
    expect(seen).toMatchObject({ now: 0, most: 3 });
    expect(seen.all).toBeGreaterThan(30);
  });

  it('stops asking once a question has failed', async () => {
    await open({ limits: { concurrency: 2 } }).probe();
    sandbox.script({ name: 'soap_fault', variant: 'Client', only: 'getKeysForPerson' });
    await expect(collect(session.listKeys())).rejects.toMatchObject({ kind: 'refused_item' });
    expect(sandbox.calls().length).toBeLessThanOrEqual(3);
    sandbox.script();
  });
});

/** Counts calls that are under way. */
function countingIo(): { seen: { now: number; most: number; all: number }; openHttps: DriverIo['openHttps'] } {
  const seen = { now: 0, most: 0, all: 0 };
  const counting = (handler: Dispatcher.DispatchHandler): Dispatcher.DispatchHandler => ({
    onRequestStart: (...start) => handler.onRequestStart?.(...start),
    onResponseStart: (...head) => handler.onResponseStart?.(...head),
    onResponseData: (...data) => handler.onResponseData?.(...data),
    onResponseError: (...error) => handler.onResponseError?.(...error),
    onResponseEnd: (...end) => {
      seen.now--;
      handler.onResponseEnd?.(...end);
    },
  });
  const openHttps: DriverIo['openHttps'] = (origin, tls) =>
    directIo()
      .openHttps(origin, tls)
      .compose((dispatch) => (options, handler) => {
        seen.all++;
        seen.most = Math.max(seen.most, ++seen.now);
        return dispatch(options, counting(handler));
      });
  return { seen, openHttps };
}
