import { renames } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import { presentDeleted } from '#platform/deleted';
import type { Deps } from '#platform/deps';
import { notFound } from '#platform/errors';
import { route } from '#platform/http/route';
import { type Reader, visibleTo } from '#platform/visible-to';
import { presentTask } from '../../tasks/service';
import { getConnection } from '../service';
import { type DirectoryChangeSet, decideRenames, type MoveScopes } from './decide-renames';
import { listFindings } from './finding-queries';
import { presentFindings } from './present-findings';
import { presentPreview, previewRenames } from './preview-renames';
import { listAliases, presentAlias, removeAlias } from './value-aliases';

/** @throws AppError not_found, also for one of a key system */
async function getChangeSet({ db, viewer }: Reader, id: string): Promise<DirectoryChangeSet> {
  const row = await db
    .selectFrom('change_set')
    .selectAll()
    .where('id', '=', id)
    .where(visibleTo(viewer, 'change_sets'))
    .executeTakeFirst();
  const iam_connection_id = row?.kind === 'directory' ? row.iam_connection_id : null;
  if (!row || iam_connection_id === null) throw notFound('change_set');
  return { ...row, iam_connection_id };
}

export function renameRoutes(app: FastifyInstance, deps: Deps, moveScopes: MoveScopes): void {
  const show = async (reader: Reader, { id, iam_connection_id }: DirectoryChangeSet) =>
    presentFindings(reader.db, iam_connection_id, await listFindings(reader.db, id));
  route(app, deps, renames.list, async ({ params, reader }) => show(reader, await getChangeSet(reader, params.id)));
  route(app, deps, renames.preview, async ({ params, body, reader }) => {
    const { id, iam_connection_id: connectionId } = await getChangeSet(reader, params.id);
    const rows = (await listFindings(reader.db, id)).filter((row) => body.finding_ids.includes(row.id));
    if (rows.length < new Set(body.finding_ids).size) throw notFound('rename_finding');
    return presentPreview(await previewRenames(deps, { connectionId, changeSetId: id }, rows), reader.language);
  });
  route(app, deps, renames.decide, async ({ params, body, caller, reader, expectedVersion }) => {
    const changeSet = await getChangeSet(reader, params.id);
    const task = await decideRenames({ deps, moveScopes, caller, body, expectedVersion }, changeSet);
    return { ...(await show(reader, changeSet)), task: task ? presentTask(task, reader.language) : null };
  });
  route(app, deps, renames.aliases, async ({ params, reader }) => {
    await getConnection(reader, params.id);
    return { items: (await listAliases(reader.db, params.id)).map(presentAlias) };
  });
  route(app, deps, renames.removeAlias, async ({ params, caller, reader }) =>
    presentDeleted(await removeAlias(deps, caller, params), reader.language),
  );
}
