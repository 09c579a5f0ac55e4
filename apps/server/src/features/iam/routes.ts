import { iam, Mapping, pageOf, personGroupList } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import { presentDeleted } from '#platform/deleted';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { listRoutes } from '#platform/list/list-routes';
import { readPage } from '#platform/list/read-page';
import { countValues, getPerson, groupSource, peopleSource } from '../people/service';
import { presentTask } from '../tasks/service';
import { conflictRoutes } from './conflicts/routes';
import { previewMapping } from './mapping';
import { previewPerson } from './mappings/preview-person';
import { mappingRoutes } from './mappings/routes';
import { presentConnection, presentListed } from './present';
import { listConnections } from './queries';
import {
  changeConnection,
  createConnection,
  getConnection,
  iamStatus,
  removeConnection,
  saveMapping,
  startRun,
} from './service';

export function iamRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  route(app, deps, iam.status, () => iamStatus(db));
  route(app, deps, iam.list, async ({ query, reader }) => {
    const { offset, limit } = pageOf(query, { standard: 100, max: 1_000 });
    return (await listConnections(reader)).slice(offset, offset + limit).map((row) => presentListed(row, reader));
  });
  route(app, deps, iam.create, async ({ caller, body }) =>
    presentConnection(await createConnection(deps, caller, body)),
  );
  route(app, deps, iam.get, async ({ params, reader }) => presentConnection(await getConnection(reader, params.id)));
  route(app, deps, iam.update, async ({ caller, params, body, expectedVersion }) =>
    presentConnection(await changeConnection(deps, caller, params.id, { body, expectedVersion })),
  );
  route(app, deps, iam.setGrace, async ({ caller, params, body, expectedVersion }) =>
    presentConnection(await changeConnection(deps, caller, params.id, { body, expectedVersion })),
  );
  route(app, deps, iam.remove, async ({ caller, reader, params, expectedVersion }) =>
    presentDeleted(await removeConnection(deps, caller, params.id, expectedVersion), reader.language),
  );
  route(app, deps, iam.saveMapping, async ({ caller, params, body }) => {
    await saveMapping(deps, caller, params.id, body);
    return { mapping: body };
  });
  route(app, deps, iam.getMapping, async ({ params, reader }) => {
    const { mapping_config } = await getConnection(reader, params.id);
    return { mapping: Mapping.parse(mapping_config) };
  });
  route(app, deps, iam.previewMapping, async ({ params, body: { mapping, person }, reader, signal }) => {
    const asking = { deps, reader, signal };
    if (person !== undefined) return { people: [], ...(await previewPerson(asking, params.id, { mapping, person })) };
    return { people: await previewMapping(asking, params.id, mapping) };
  });
  route(app, deps, iam.sync, async ({ caller, params, query, signal }) =>
    presentTask(await startRun({ deps, caller, signal }, params.id, { ...query, dry_run: query.dry_run ?? false })),
  );
  personRoutes(app, deps);
  conflictRoutes(app, deps);
  mappingRoutes(app, deps);
}

function personRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, iam.users, async ({ params, query, reader }) => {
    await getConnection(reader, params.id);
    return readPage(deps, reader, peopleSource(reader), {
      params: undefined,
      query: { ...query, connection_id: params.id },
    });
  });
  route(app, deps, iam.user, ({ params, reader }) => getPerson(reader, params.user_id, params.id));
  listRoutes(
    app,
    deps,
    { list: personGroupList, find: (_, reader) => groupSource(reader) },
    { check: (reader, { id }) => getConnection(reader, id) },
  );
  for (const [endpoint, column] of [
    [iam.jobTitles, 'job_title'],
    [iam.departments, 'department'],
  ] as const) {
    route(app, deps, endpoint, async ({ params, reader }) => {
      await getConnection(reader, params.id);
      const items = await countValues(reader, params.id, column);
      return { items, total: items.length };
    });
  }
}
