import { iam, Mapping, pageOf } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/route';
import { countValues, getPerson, listPage } from '../people/service';
import { presentTask } from '../tasks/service';
import { presentConnection } from './present';
import {
  changeConnection,
  createConnection,
  getConnection,
  iamStatus,
  listConnections,
  removeConnection,
  saveMapping,
  startRun,
} from './service';
import { latestStaffList, previewMapping, uploadStaffList } from './staff-lists';

export function iamRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  route(app, deps, iam.status, () => iamStatus(db));
  route(app, deps, iam.list, async ({ query }) => {
    const { offset, limit } = pageOf(query, { standard: 100, max: 1_000 });
    return (await listConnections(db)).slice(offset, offset + limit).map(presentConnection);
  });
  route(app, deps, iam.create, async ({ caller, body }) =>
    presentConnection(await createConnection(deps, caller, body)),
  );
  route(app, deps, iam.get, async ({ params }) => presentConnection(await getConnection(db, params.id)));
  route(app, deps, iam.update, async ({ caller, params, body, expectedVersion }) =>
    presentConnection(await changeConnection(deps, caller, params.id, { body, expectedVersion })),
  );
  route(app, deps, iam.remove, ({ caller, params, expectedVersion }) =>
    removeConnection(deps, caller, params.id, expectedVersion),
  );
  route(app, deps, iam.saveMapping, async ({ caller, params, body }) => {
    await saveMapping(deps, caller, params.id, body);
    return { mapping: body };
  });
  route(app, deps, iam.getMapping, async ({ params }) => {
    const { mapping_config } = await getConnection(db, params.id);
    return { mapping: Mapping.parse(mapping_config) };
  });
  route(app, deps, iam.uploadStaffList, ({ caller, params, body, signal }) =>
    uploadStaffList({ deps, caller, signal }, params.id, body.file),
  );
  route(app, deps, iam.latestStaffList, ({ params }) => latestStaffList(deps, params.id));
  route(app, deps, iam.previewMapping, async ({ params, body }) => ({
    people: await previewMapping(deps, params.id, body.mapping),
  }));
  route(app, deps, iam.sync, async ({ caller, params, query }) =>
    presentTask(await startRun(deps, caller, params.id, query.dry_run ?? false)),
  );
  personRoutes(app, deps);
}

function personRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  route(app, deps, iam.users, async ({ params, query }) => {
    await getConnection(db, params.id);
    return listPage(db, { ...query, connection_id: params.id }, pageOf(query, { standard: 50, max: 200 }));
  });
  route(app, deps, iam.user, ({ params }) => getPerson(db, params.user_id, params.id));
  for (const [endpoint, column] of [
    [iam.jobTitles, 'job_title'],
    [iam.departments, 'department'],
  ] as const) {
    route(app, deps, endpoint, async ({ params }) => {
      await getConnection(db, params.id);
      const items = await countValues(db, params.id, column);
      return { items, total: items.length };
    });
  }
}
