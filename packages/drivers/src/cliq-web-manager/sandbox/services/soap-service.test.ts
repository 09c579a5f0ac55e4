import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { certificatesMs } from '../../../sandbox-kit/call-wire';
import { queryPath } from '../../query-wire';
import { type CliqSandbox, startCliqSandbox } from '../../sandbox';
import { servicePath } from '../../wire';
import { siteKeys, sitePersons } from '../site/city';
import { ask, callRaw, textsOf } from './plain-client';
import { readSoapRequest } from './soap-request';

describe('query service of the sandbox', () => {
  let sandbox: CliqSandbox;
  const begin = new Date('2026-03-01T12:00:00.000Z');
  beforeAll(async () => {
    sandbox = await startCliqSandbox({ port: 0, clock: () => begin });
  }, certificatesMs);
  beforeEach(() => sandbox.offer('full'));
  afterAll(() => sandbox.close());

  const trails = (interval: string, pagination = '') =>
    ask(
      sandbox,
      `<q:getAuditTrails><importDateInterval>${interval}</importDateInterval>${pagination}</q:getAuditTrails>`,
    );
  const page = (first: number, max: number) =>
    `<pagination><firstResult>${first}</firstResult><maxResults>${max}</maxResults></pagination>`;

  it('lists all persons in one answer, without data that has no field', async () => {
    const { status, headers, text } = await ask(sandbox, '<q:getPersons/>');
    expect([status, headers['content-type']]).toEqual([200, 'text/xml; charset=utf-8']);
    expect(text).toContain('<soapenv:Body><q:getPersonsResponse><person><identity>P-00001</identity>');
    expect(textsOf(text, 'surname')).toEqual(sitePersons.map(({ surname }) => surname));
    expect(textsOf(text, 'deleted').filter((deleted) => deleted === 'true')).toHaveLength(1);
    expect(text).not.toMatch(/reference|mail/);
  });

  it('escapes special characters, and drops those that XML cannot contain', async () => {
    const names = { first_name: `<b>&amp;"'`, surname: 'Zoë\u0000 \ud800𝄞', email: null, employee_id: null };
    const path = `${servicePath}/city/persons/odd`;
    expect(await callRaw(sandbox, { method: 'PUT', path, body: JSON.stringify(names) })).toMatchObject({
      status: 200,
    });
    const { text } = await ask(sandbox, '<q:getPersons/>');
    expect(text).toContain('<firstName>&lt;b&gt;&amp;amp;&quot;&apos;</firstName><surname>Zoë 𝄞</surname>');
  });

  it('lists the keys of a person, and the details of each on request', async () => {
    const { text } = await ask(
      sandbox,
      '<q:getKeysForPerson><personIdentity>P-00002</personIdentity></q:getKeysForPerson>',
    );
    const held = siteKeys.filter(({ holder_identity }) => holder_identity === 'P-00002');
    expect(textsOf(text, 'identity')).toEqual(held.map(({ external_id }) => external_id));
    expect(text).not.toContain('operationalStatus');
    const details = await ask(sandbox, '<q:getKeyDetails><keyIdentity>K-0002</keyIdentity></q:getKeyDetails>');
    expect(details.text).toContain(
      '<key><identity>K-0002</identity><type>dynamic</type><name>Key of Tilda Fennimore</name><marking>CK-002</marking>' +
        '<deleted>false</deleted><operationalStatus>handed_out</operationalStatus>' +
        '<lastRemoteUpdate>2026-03-01T04:00:00.000Z</lastRemoteUpdate></key>',
    );
  });

  it('leaves out the last update of a key that never had one', async () => {
    const { text } = await ask(sandbox, '<q:getKeyDetails><keyIdentity>K-0030</keyIdentity></q:getKeyDetails>');
    expect(text).toContain('<operationalStatus>broken</operationalStatus></key>');
  });

  it('gives audit trails by the time of their import, page by page, in order', async () => {
    const all = textsOf((await trails('<from>2026-01-01T00:00:00Z</from>')).text, 'identity');
    expect(all).toHaveLength(240);
    expect(all).toEqual([...all].sort());
    const third = await trails('<from>2026-01-01T00:00:00Z</from>', page(200, 100));
    expect(textsOf(third.text, 'identity')).toEqual(all.slice(200));
    expect(textsOf((await trails('<from>2026-01-01T00:00:00Z</from>', page(240, 100))).text, 'identity')).toEqual([]);
  });

  it('takes the begin of an interval in and its end out, in any zone', async () => {
    const last = (await trails('<from>2026-03-01T12:00:00+01:00</from>')).text;
    expect(new Set(textsOf(last, 'importDate'))).toEqual(new Set(['2026-03-01T11:00:00.000Z']));
    const before = await trails('<from>2026-02-28T00:00:00Z</from><to>2026-03-01T11:00:00.000Z</to>');
    expect(textsOf(before.text, 'importDate')).not.toContain('2026-03-01T11:00:00.000Z');
    expect(textsOf(before.text, 'importDate')).toContain('2026-02-28T18:00:00.000Z');
  });

  it('has events that became known long after they happened, and not in the order they happened', async () => {
    const { text } = await trails('<from>2026-01-01T00:00:00Z</from>');
    const happened = textsOf(text, 'eventDate');
    const known = textsOf(text, 'importDate');
    expect(happened.every((instant, index) => instant < (known[index] ?? ''))).toBe(true);
    expect(happened).not.toEqual([...happened].sort());
    expect(new Set(textsOf(text, 'source'))).toEqual(new Set(['key', 'cylinder']));
    expect(textsOf(text, 'result').filter((result) => result === 'denied')).toHaveLength(
      textsOf(text, 'reason').length,
    );
  });

  it.each([
    ['an operation it does not have', '<q:getDoors/>', 'There is no operation getDoors.'],
    ['an operation of another namespace', '<getPersons/>', 'not a SOAP 1.1 envelope'],
    ['two operations', '<q:getPersons/><q:getPersons/>', 'not a SOAP 1.1 envelope'],
    ['a body that is not XML', '<q:getPersons>', 'not a SOAP 1.1 envelope'],
    ['an unknown person', '<q:getKeysForPerson><personIdentity>P-0</personIdentity></q:getKeysForPerson>', 'P-0'],
    ['no person', '<q:getKeysForPerson/>', 'personIdentity is missing.'],
    ['an unknown key', '<q:getKeyDetails><keyIdentity>&lt;</keyIdentity></q:getKeyDetails>', 'There is no key &lt;.'],
    ['no interval', '<q:getAuditTrails/>', 'importDateInterval/from'],
    [
      'a time without a zone',
      '<q:getAuditTrails><importDateInterval><from>2026-01-01T00:00:00</from></importDateInterval></q:getAuditTrails>',
      'importDateInterval/from',
    ],
  ])('answers %s with a fault', async (_, operation, message) => {
    const { status, text } = await ask(sandbox, operation);
    expect(status).toBe(500);
    expect(text).toContain('<soapenv:Fault><faultcode>soapenv:Client</faultcode><faultstring>');
    expect(textsOf(text, 'faultstring')[0]).toContain(message);
  });

  it('refuses a request with a document type', () => {
    const envelope = '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><q:a xmlns:q="';
    const request = `${envelope}http://cliq.shared.assaabloy.com/ws/query/v2/"/></e:Body></e:Envelope>`;
    expect(readSoapRequest(request)).toMatchObject({ operation: 'a' });
    expect(readSoapRequest(`<!DOCTYPE a [<!ENTITY b "c">]>${request}`)).toBeUndefined();
  });

  it('offers nothing else as a system that can only be queried', async () => {
    sandbox.offer('query_only');
    const ours = await callRaw(sandbox, { path: `${servicePath}/city/persons` });
    expect(ours).toMatchObject({ status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(ours.text).toMatch(/^<!doctype html>/);
    expect(await ask(sandbox, '<q:getPersons/>')).toMatchObject({ status: 200 });
    sandbox.offer('full');
    expect(await callRaw(sandbox, { path: `${servicePath}/city/persons` })).toMatchObject({ status: 200 });
  });

  it('takes calls by POST only', async () => {
    expect(await callRaw(sandbox, { path: queryPath })).toMatchObject({ status: 405 });
  });
});
