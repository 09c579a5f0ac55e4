import { administrators, singleSignOn, stepUp } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { finishLink, listLinks, startLink, unlink } from './links';
import { changeSettings, getSettings } from './settings/settings';
import { testProvider } from './settings/test-provider';
import { finish, getOffer, start } from './sign-in';
import { finishProof, startProof } from './step-up';
import { unlinkOther } from './unlink-other';

export function singleSignOnRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, singleSignOn.offer, () => getOffer(deps));
  route(app, deps, singleSignOn.start, (call) =>
    start(deps, call, { ...call.body, purpose: 'sign-in', adminId: null }),
  );
  route(app, deps, singleSignOn.finish, (call) => finish(deps, call, call.body));
  route(app, deps, singleSignOn.links, ({ actor }) => listLinks(deps.db, actor.id));
  route(app, deps, singleSignOn.startLink, (call) => startLink(deps, call, call.body.browser_key));
  route(app, deps, singleSignOn.finishLink, (call) => finishLink(deps, call, call.body));
  route(app, deps, singleSignOn.unlink, (call) => unlink(deps, call, call.params.id));
  route(app, deps, stepUp.startProvider, (call) => startProof(deps, call, call.body.browser_key));
  route(app, deps, stepUp.finishProvider, (call) => finishProof(deps, call, call.body));
  route(app, deps, administrators.unlinkSingleSignOn, (call) =>
    unlinkOther(deps, call, call.params.id, call.body.reason),
  );
  route(app, deps, singleSignOn.get, (call) => getSettings(deps, deps, call));
  route(app, deps, singleSignOn.save, (call) => changeSettings(deps, call, call.body));
  route(app, deps, singleSignOn.test, (call) => testProvider(deps, call, call.body));
}
