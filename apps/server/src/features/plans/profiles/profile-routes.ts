import { keyPlans, pageOf } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import { presentDeleted } from '#platform/deleted';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { listCylindersByIds, listGroupsByIds } from '../../cylinders/service';
import { presentProfile } from '../parts/present-parts';
import { listProfiles } from '../parts/profile-queries';
import { getKeyPlan } from '../settings/get-plan';
import { addToProfile, changeProfile, createProfile, getProfile, removeProfile, takeFromProfile } from './profiles';

export function profileRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, keyPlans.listProfiles, async ({ params, query, reader }) => {
    await getKeyPlan(reader, params.keyplan_id);
    const { offset, limit } = pageOf(query, { standard: 100, max: 1_000 });
    const rows = await listProfiles(reader, params.keyplan_id);
    return { items: rows.slice(offset, offset + limit).map(presentProfile), total: rows.length, offset, limit };
  });
  route(app, deps, keyPlans.createProfile, async ({ caller, params, body }) =>
    presentProfile(await createProfile(deps, caller, params.keyplan_id, body)),
  );
  route(app, deps, keyPlans.getProfile, async ({ params, reader }) =>
    presentProfile(await getProfile(reader, params.profile_id, params.keyplan_id)),
  );
  route(app, deps, keyPlans.updateProfile, async ({ caller, params, body, expectedVersion }) => {
    const target = { deps, caller, id: params.profile_id, keyplanId: params.keyplan_id, expectedVersion };
    return presentProfile(await changeProfile(target, body));
  });
  route(app, deps, keyPlans.removeProfile, async ({ caller, reader, params, expectedVersion }) => {
    const target = { deps, caller, id: params.profile_id, keyplanId: params.keyplan_id, expectedVersion };
    return presentDeleted(await removeProfile(target), reader.language);
  });
  contentRoutes(app, deps);
}

function contentRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, keyPlans.profileCylinders, async ({ params, reader }) => {
    const items = await listCylindersByIds(reader, (await getProfile(reader, params.profile_id)).cylinder_ids);
    return { items, total: items.length };
  });
  route(app, deps, keyPlans.profileGroups, async ({ params, reader }) => {
    const items = await listGroupsByIds(reader, (await getProfile(reader, params.profile_id)).cylinder_group_ids);
    return { items, total: items.length };
  });
  for (const endpoint of [keyPlans.addProfileCylinders, keyPlans.addProfileGroups] as const) {
    route(app, deps, endpoint, async ({ caller, params, body, expectedVersion }) =>
      presentProfile(await addToProfile({ deps, caller, id: params.profile_id, expectedVersion }, body)),
    );
  }
  for (const endpoint of [keyPlans.removeProfileCylinder, keyPlans.removeProfileGroup] as const) {
    route(app, deps, endpoint, async ({ caller, params, expectedVersion }) =>
      presentProfile(await takeFromProfile({ deps, caller, id: params.profile_id, expectedVersion }, params)),
    );
  }
}
