import { apiTokens, apiTokenWarnings, serviceAccounts } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { changePolicy, createToken, getAllTokens, getOwnTokens, getPolicy, revokeToken, rotateToken } from './service';
import { createServiceAccount, listServiceAccounts } from './service-accounts';
import { listTokenWarnings, markTokenWarningsSeen } from './token-warnings';

export function apiTokenRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, apiTokens.own, async ({ actor }) => ({ items: await getOwnTokens(deps, actor.id) }));
  route(app, deps, apiTokens.all, async ({ reader }) => ({ items: await getAllTokens(deps, reader) }));
  route(app, deps, apiTokens.create, ({ actor, caller, body }) => createToken(deps, { actor, caller }, body));
  route(app, deps, apiTokens.rotate, ({ actor, caller, params, body }) =>
    rotateToken(deps, { actor, caller }, { ...params, ...body }),
  );
  route(app, deps, apiTokens.revoke, async ({ actor, caller, params }) => {
    await revokeToken(deps, { actor, caller }, params.id);
    return { success: true } as const;
  });
  route(app, deps, apiTokens.policy, () => getPolicy(deps.db));
  route(app, deps, apiTokens.changePolicy, ({ caller, body }) => changePolicy(deps, caller, body));
  route(app, deps, apiTokenWarnings.list, async ({ actor, reader }) => ({
    items: await listTokenWarnings(deps, reader, actor.id),
  }));
  route(app, deps, apiTokenWarnings.markSeen, async ({ actor, reader }) => {
    await markTokenWarningsSeen(deps, reader, actor.id);
    return { success: true } as const;
  });
  route(app, deps, serviceAccounts.list, async ({ reader }) => ({ items: await listServiceAccounts(reader) }));
  route(app, deps, serviceAccounts.create, ({ caller, body }) => createServiceAccount(deps, caller, body));
}
