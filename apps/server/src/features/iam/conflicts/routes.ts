import { conflicts, type DirectoryConflict } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { notFound } from '#platform/errors';
import { route } from '#platform/http/route';
import { listRoutes } from '#platform/list/list-routes';
import { readRow } from '#platform/list/read-some';
import type { Reader } from '#platform/visible-to';
import { conflictSource, parkedSource } from './conflict-source';
import { decideConflict, decideConflicts, takeBackConflicts } from './decide-conflict';

async function getConflict(reader: Reader, id: string): Promise<DirectoryConflict> {
  const row = await readRow(reader, conflictSource, id);
  if (!row) throw notFound('conflict');
  return conflictSource.present(row, reader.language, reader.viewer);
}

export function conflictRoutes(app: FastifyInstance, deps: Deps): void {
  listRoutes(app, deps, conflictSource);
  listRoutes(app, deps, parkedSource);
  route(app, deps, conflicts.get, ({ params, reader }) => getConflict(reader, params.id));
  route(app, deps, conflicts.decide, async ({ params, body, caller, reader }) => {
    await decideConflict(deps, caller, params.id, body);
    return getConflict(reader, params.id);
  });
  route(app, deps, conflicts.decideMany, ({ body, caller }) => decideConflicts(deps, caller, body));
  route(app, deps, conflicts.takeBack, async ({ body, caller }) => ({
    reopened: await takeBackConflicts(deps, caller, body),
  }));
}
