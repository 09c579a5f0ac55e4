import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { certificatesMs } from '../../../sandbox-kit/call-wire';
import { type CliqSandbox, startCliqSandbox } from '../../sandbox';
import { servicePath } from '../../wire';
import { ask, callRaw, textsOf } from '../services/plain-client';

const size = { cylinders: 10_000, keys: 50_000, persons: 50_000, access_events: 1_000_000 };

describe('sandbox of any size', () => {
  let sandbox: CliqSandbox;
  const begin = new Date('2026-03-01T12:00:00.000Z');
  beforeAll(async () => {
    sandbox = await startCliqSandbox({ port: 0, size, clock: () => begin });
  }, certificatesMs);
  afterAll(() => sandbox.close());

  const page = async (list: string, first: number) => {
    const path = `${servicePath}/city/${list}?first_result=${first}&max_results=1000`;
    return JSON.parse((await callRaw(sandbox, { path })).text);
  };
  const trails = async (from: string, first: number) => {
    const pagination = `<pagination><firstResult>${first}</firstResult><maxResults>1000</maxResults></pagination>`;
    const interval = `<importDateInterval><from>${from}</from></importDateInterval>`;
    return (await ask(sandbox, `<q:getAuditTrails>${interval}${pagination}</q:getAuditTrails>`)).text;
  };

  it('has the requested number of records, the same at each read', async () => {
    for (const [list, count] of Object.entries({ cylinders: 10_000, keys: 50_000, persons: 50_000 })) {
      const last = await page(list, count - 10);
      expect([last.total, last.items.length]).toEqual([count, 10]);
      expect(await page(list, count - 10)).toEqual(last);
    }
    expect((await page('cylinder-groups', 0)).total).toBe(400);
  });

  it('has keys of persons that are there and cylinders in groups that are there', async () => {
    const { items: keys } = await page('keys', 49_000);
    const { text } = await ask(
      sandbox,
      `<q:getKeysForPerson><personIdentity>${keys[999].holder_identity}</personIdentity></q:getKeysForPerson>`,
    );
    expect(textsOf(text, 'identity')).toEqual([keys[999].external_id]);
    const { items: cylinders } = await page('cylinders', 9_000);
    expect((await page('cylinder-groups', 399)).items[0].external_id).toBe(cylinders[999].group_external_id);
  });

  it('finds where an interval begins among a million events', async () => {
    const recent = await trails('2026-03-01T11:58:00Z', 0);
    expect(textsOf(recent, 'identity')).toHaveLength(40);
    expect(textsOf(recent, 'identity').at(-1)).toBe('E-1000000');
    const first = textsOf(await trails('2000-01-01T00:00:00Z', 0), 'identity');
    expect([first.length, first[0]]).toEqual([1_000, 'E-0000001']);
  });

  it('can be written into', async () => {
    sandbox.act('rename-person', { person: 'P-0025000', first_name: 'Odo', surname: 'Brackwater' });
    expect((await page('persons', 24_999)).items[0]).toMatchObject({ identity: 'P-0025000', first_name: 'Odo' });
    const { identity } = sandbox.act('create-person', { first_name: 'Tilda', surname: 'Fennimore' });
    expect((await page('persons', 50_000)).items).toMatchObject([{ identity }]);
  });
});
