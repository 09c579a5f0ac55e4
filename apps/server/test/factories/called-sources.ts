import { randomUUID } from 'node:crypto';
import { factsOf, type Input, iam, type SyncTask } from '@key2xs/contract';
import { expect, type TestApp } from '#test/app';
import { addProvider } from '#test/made-up-provider';
import { Pager } from '#test/pager';
import { aConnection } from './iam';

/** A name that occurs only in the registries. */
const provider = 'pager' as 'csv';

/** @returns removes it from the registry */
/** Its notifications have the format of Microsoft Graph. */
export function addPager() {
  const { notifications } = factsOf('entra_id');
  return addProvider(provider, notifications && { notifications });
}

const mapping = { display_name: 'name', department: 'unit', groups: 'groups' };

/** A server with an additional kind of called source, and a connection to it. */
export async function aPager(app: TestApp, fields: Record<string, string> = {}): Promise<{ id: string; pager: Pager }> {
  const pager = new Pager();
  Object.assign(app.deps.identitySources, { [provider]: pager.driver });
  const { id } = await aConnection(app, {
    name: `Pager ${randomUUID().slice(0, 8)}`,
    provider,
    mapping_config: JSON.stringify({ ...mapping, ...fields }),
  });
  return { id, pager };
}

/** Runs over a source and waits for the end. */
export async function readIn(app: TestApp, id: string, query: Input<typeof iam.sync>['query'] = {}): Promise<SyncTask> {
  const { status, body } = await app.as('superadmin').call(iam.sync, { params: { id }, query });
  expect(status).toBe(202);
  return app.ended(body.task_id);
}

/** All people of a source, as `external id: state`. */
export async function statesOf({ db }: TestApp, id: string): Promise<string[]> {
  const people = await db
    .selectFrom('person')
    .select(['external_id', 'state'])
    .where('connection_id', '=', id)
    .where('superseded_at', 'is', null)
    .orderBy('external_id')
    .execute();
  return people.map(({ external_id, state }) => `${external_id}: ${state}`);
}
