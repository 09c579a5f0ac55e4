import { acting, administrators, adminRoles } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import { presentDeleted } from '#platform/deleted';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { listRoutes } from '#platform/list/list-routes';
import type { OpenSetUps } from '#platform/server-provider';
import { actFor, listDeputyships, view } from './act';
import { administratorSource } from './administrator-source';
import { changeAdministrator } from './change-administrator';
import { removeDeputy, setDeputy } from './deputy';
import { getAdministrator } from './get-administrator';
import { countOpenWork, handOver } from './hand-over';
import { resetFactorsOf } from './reset-second-factors';
import { changeRole, createRole, listRoles, removeRole } from './roles';
import { endSessionsOf, resume, suspend } from './suspend';

/** @param setUps those of the identity sources, which no other feature knows */
export function administratorRoutes(app: FastifyInstance, deps: Deps, setUps: OpenSetUps): void {
  listRoutes(app, deps, administratorSource);
  route(app, deps, administrators.get, ({ reader, params }) => getAdministrator(reader, params.id));
  route(app, deps, administrators.change, (call) => changeAdministrator(deps, call, call.params.id, call));
  route(app, deps, administrators.suspend, (call) => suspend(deps, call, call.params.id, call.body.reason));
  route(app, deps, administrators.resume, (call) => resume(deps, call, call.params.id, call.body.reason));
  route(app, deps, administrators.endSessions, (call) => endSessionsOf(deps, call, call.params.id, call.body.reason));
  route(app, deps, administrators.resetSecondFactors, (call) =>
    resetFactorsOf(deps, call, call.params.id, call.body.reason),
  );
  route(app, deps, administrators.openWork, async ({ params, reader }) => {
    const { id } = await getAdministrator(reader, params.id);
    return countOpenWork(deps.db, setUps, id);
  });
  route(app, deps, administrators.handOver, (call) => handOver(deps, setUps, call, { ...call.params, ...call.body }));
  route(app, deps, administrators.setDeputy, (call) => setDeputy(deps, call, call.params.id, call.body));
  route(app, deps, administrators.removeDeputy, (call) => removeDeputy(deps, call, call.params.id));
  route(app, deps, administrators.view, (call) => view(deps, call, call.params.id, call.body.reason));

  route(app, deps, acting.deputyships, async ({ actor }) => ({
    items: await listDeputyships(deps.db, actor, deps.clock()),
  }));
  route(app, deps, acting.actFor, (call) => actFor(deps, call, call.body.admin_id));

  route(app, deps, adminRoles.list, async ({ reader }) => ({ items: await listRoles(reader) }));
  route(app, deps, adminRoles.create, (call) => createRole(deps, call, call.body));
  route(app, deps, adminRoles.change, (call) => changeRole(deps, call, call.params.id, call));
  route(app, deps, adminRoles.remove, async (call) => {
    const { params, expectedVersion, reader } = call;
    return presentDeleted(await removeRole(deps, call, { ...params, expectedVersion }), reader.language);
  });
}
