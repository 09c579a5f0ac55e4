import { auth } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { createStreamTicket } from '#platform/sign-in/stream-tickets';
import { resetPassword } from './password-reset';
import { presentAdmin } from './present';
import { invite, register } from './registration';
import { changePassword, getAdmin, login, logout, refresh } from './service';

export function authRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, auth.login, (call) => login(deps, call, call.body));
  route(app, deps, auth.register, async (call) => presentAdmin(await register(deps, call, call.body)));
  route(app, deps, auth.refresh, (call) => refresh(deps, call, call.token));
  route(app, deps, auth.logout, (call) => logout(deps, call));
  route(app, deps, auth.me, async (call) => presentAdmin(await getAdmin(deps, call.actor.id)));
  route(app, deps, auth.createStreamTicket, ({ actor }) =>
    deps.db.transaction().execute((tx) => createStreamTicket(deps, tx, actor.proof.id)),
  );
  route(app, deps, auth.changePassword, (call) => changePassword(deps, call, call.body));
  route(app, deps, auth.resetPassword, (call) => resetPassword(deps, call, call.body));
  route(app, deps, auth.invite, ({ caller, actor, body }) => invite(deps, { ...caller, actor }, body.role));
}
