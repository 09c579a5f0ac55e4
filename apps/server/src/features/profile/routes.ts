import { ownViews, preferences as preferenceCalls, profile } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { downloadOwnData } from './own-data';
import { listOwnViews, markOwnViewsSeen } from './own-views';
import { getPreferences, savePreferences } from './preferences';
import { endOtherSessions, endOwnSession, getProfile, listOwnActions, listOwnSessions } from './service';

export function profileRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, profile.get, ({ actor }) => getProfile(deps.db, actor.id));
  route(app, deps, profile.listSessions, ({ actor }) => listOwnSessions(deps, actor));
  route(app, deps, profile.endSession, (call) => endOwnSession(deps, call, call.params.id));
  route(app, deps, profile.endOtherSessions, (call) => endOtherSessions(deps, call));
  route(app, deps, profile.listActions, ({ actor, query }) => listOwnActions(deps.db, actor.id, query.before));
  route(app, deps, profile.download, (call) => downloadOwnData(deps, call));
  route(app, deps, ownViews.list, async ({ actor }) => ({
    items: await listOwnViews(deps.db, actor.id, deps.clock()),
  }));
  route(app, deps, ownViews.markSeen, async ({ actor }) => {
    await markOwnViewsSeen(deps.db, actor.id, deps.clock());
    return { success: true } as const;
  });
  route(app, deps, preferenceCalls.get, ({ actor }) => getPreferences(deps.db, actor.id));
  route(app, deps, preferenceCalls.save, (call) => savePreferences(deps, call, call.body));
}
