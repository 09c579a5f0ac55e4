import { changeSets } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { notFound } from '#platform/errors';
import { route } from '#platform/http/route';
import { listRoutes } from '#platform/list/list-routes';
import { readRow } from '#platform/list/read-some';
import type { Reader } from '#platform/visible-to';
import { presentTask } from '../tasks/service';
import { changeSetSource, changeSource } from './change-set-source';
import { listChangedFields } from './changed-fields';
import { getChangedPerson } from './changed-person';
import { allowOnce, applyChangeSet, discard, raiseLimit } from './decide';
import { changedDoorSource, changedKeySource, changedPersonSource } from './effect-sources';
import { presentChangeSet, type ShownChangeSet } from './present';

async function getChangeSet(reader: Reader, id: string): Promise<ShownChangeSet> {
  const row = await readRow(reader, changeSetSource, id);
  if (!row) throw notFound('change_set');
  return row;
}

export function changeSetRoutes(app: FastifyInstance, deps: Deps): void {
  listRoutes(app, deps, changeSetSource);
  const check = (reader: Reader, { id }: { id: string }) => getChangeSet(reader, id);
  listRoutes(app, deps, changeSource, { check });
  listRoutes(app, deps, changedPersonSource, { check });
  listRoutes(app, deps, changedDoorSource, { check });
  listRoutes(app, deps, changedKeySource, { check });
  route(app, deps, changeSets.person, async ({ params, reader }) =>
    getChangedPerson(deps, reader, { changeSet: await getChangeSet(reader, params.id), personId: params.person_id }),
  );
  route(app, deps, changeSets.fields, async ({ params, reader }) => ({
    items: await listChangedFields(reader.db, (await getChangeSet(reader, params.id)).id),
  }));
  route(app, deps, changeSets.get, async ({ params, reader }) =>
    presentChangeSet(await getChangeSet(reader, params.id), reader.language),
  );
  route(app, deps, changeSets.apply, async ({ params, caller }) =>
    presentTask(await applyChangeSet(deps, caller, params.id)),
  );
  route(app, deps, changeSets.allowOnce, async ({ params, body, caller }) =>
    presentTask(await allowOnce(deps, caller, params.id, body.reason)),
  );
  route(app, deps, changeSets.raiseLimit, async ({ params, body, caller }) =>
    presentTask(await raiseLimit(deps, caller, params.id, body)),
  );
  route(app, deps, changeSets.discard, async ({ params, body, caller, reader }) => {
    await discard(deps, caller, params.id, body.reason);
    return presentChangeSet(await getChangeSet(reader, params.id), reader.language);
  });
}
