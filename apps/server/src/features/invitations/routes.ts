import { invitations } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { listRoutes } from '#platform/list/list-routes';
import { invitationSource } from './invitation-source';
import { checkInvitation, invite, resend, revoke } from './invite';

export function invitationRoutes(app: FastifyInstance, deps: Deps): void {
  listRoutes(app, deps, invitationSource);
  route(app, deps, invitations.invite, (call) => invite(deps, call, call.body));
  route(app, deps, invitations.check, ({ body }) => checkInvitation(deps, body.token));
  route(app, deps, invitations.resend, (call) => resend(deps, call, call.params.id));
  route(app, deps, invitations.revoke, ({ caller, params }) => revoke(deps, caller, params.id));
}
