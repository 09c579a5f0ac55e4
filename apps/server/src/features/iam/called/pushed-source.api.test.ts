import { iam, mappings } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { beforeAll, describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { readIn, statesOf } from '#test/factories/called-sources';
import { aConnection } from '#test/factories/iam';
import { addProvider } from '#test/made-up-provider';
import { calledPerson } from '#test/pager';
import { type Pushed, receivePushed } from './receive-pushed';

const provider = 'pusher' as 'csv'; // a name known only to the registries
beforeAll(() => addProvider(provider));

async function aPusher(app: TestApp) {
  const lacks = () => say('asWritten', { text: 'Send more.' });
  Object.assign(app.deps.identitySources, { [provider]: { arrives: 'pushed', lacks } });
  const mapping_config = JSON.stringify({ external_id: 'id', display_name: 'name', department: 'unit' });
  const name = 'Pusher';
  const connection = { name, ...(await aConnection(app, { name, provider, mapping_config })) };
  const push = (people: Pushed['people'], isWhole = false) =>
    app.db.transaction().execute((tx) => receivePushed(tx, { connection, people, groups: [], isWhole }));
  return { id: connection.id, push };
}

const many = (from: number, count: number) => Array.from({ length: count }, (_, at) => calledPerson(`p${from + at}`));

describe('a source that pushes', () => {
  test('cannot be run over before it has sent anything', async ({ app }) => {
    const { id } = await aPusher(app);
    const { problem } = await app.as('superadmin').call(iam.sync, { params: { id }, query: {} });
    expect(problem.detail).toBe('This source has not sent anyone yet. Have it send its people first.');
  });

  test('can be mapped by the attributes that it has sent', async ({ app }) => {
    const { id, push } = await aPusher(app);
    await push([calledPerson('p1', { unit: 'Lab' })]);
    const { body } = await app.as('superadmin').call(mappings.schema, { params: { id } });
    expect(body.columns).toContainEqual({ name: 'unit', filled: null, samples: [] });
    expect(body.suggested_mapping).toMatchObject({ department: 'unit' });
  });

  test.for([
    false,
    true,
  ])('is compared with what is there, and only who is sent as gone has left (whole: %s)', async (isWhole, { app }) => {
    const { id, push } = await aPusher(app);
    await push(many(0, 15));
    expect((await readIn(app, id)).result).toMatchObject({ outcome: 'applied', counts: { joiner: 15 } });
    await push([...many(15, 1), calledPerson('p1', { unit: 'Lab' })], isWhole);
    expect((await readIn(app, id)).result?.counts).toMatchObject({ joiner: 1, mover: 1, leaver: 0, unchanged: 14 });
    await push([{ id: 'p2', gone: 'restorable' }]);
    expect((await readIn(app, id)).result?.counts).toMatchObject({ leaver: 1, unchanged: 15 });
    expect(await statesOf(app, id)).toContain('p2: left');
  });
});
