import { mappings } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { AppError, notFound } from '#platform/errors';
import { route } from '#platform/http/route';
import { presentTask } from '../../tasks/service';
import { getConnection, saveMapping, startRun } from '../service';
import { fieldRulesOf } from './field-rules';
import { findMapping, listMappings } from './mapping-versions';
import { describeSource } from './source-schema';

export function mappingRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, mappings.schema, async ({ params, reader, signal }) => {
    await getConnection(reader, params.id);
    return describeSource(deps, reader, params.id, signal);
  });
  route(app, deps, mappings.versions, async ({ params, reader }) => {
    await getConnection(reader, params.id);
    return { items: await listMappings(reader.db, params.id) };
  });
  route(app, deps, mappings.restore, async ({ params, caller, reader }) => {
    await getConnection(reader, params.id);
    const mapping = await findMapping(reader.db, params.id, params.number);
    if (!mapping) throw notFound('mapping_version');
    await saveMapping(deps, caller, params.id, mapping);
    return { mapping };
  });
  route(app, deps, mappings.simulate, async ({ params, body: { mapping, read }, caller, signal }) => {
    const request = { dry_run: true, mapping, ...(!read && { kind: 'preview' as const }) };
    return presentTask(await startRun({ deps, caller, signal }, params.id, request));
  });
  route(app, deps, mappings.fieldRules, async ({ params, reader }) => fieldRulesOf(params.provider, reader.language));
  route(app, deps, mappings.userModel, async () => {
    throw new AppError('obsolete', say('fieldRules.moved'));
  });
}
