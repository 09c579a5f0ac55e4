import { type EntraSetupOptions, entraSetup } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import type { FastifyInstance } from 'fastify';
import type { Actor, Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { type Reader, sees } from '#platform/visible-to';
import { entraOf } from '../create-entra';
import { sharedClientId } from './applications';
import { cancelSetup } from './cancel';
import { completeSetup } from './complete';
import { enterApplication } from './enter-application';
import { initiate, ownOrigin, redirectOf } from './initiate';
import { presentSetup } from './present';
import { listOpenSetups } from './queries';
import { getShownSetup } from './sessions';
import { takeAnswer } from './take-answer';

export function entraSetupRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, entraSetup.options, ({ actor, reader }) => presentOptions(deps, actor, reader));
  route(app, deps, entraSetup.initiate, async ({ actor, caller, body, origin, reader }) => {
    const row = await initiate(deps, { actor, caller }, { ...body, origin: ownOrigin(deps, body.origin, origin) });
    return presentSetup(deps, row, reader.language);
  });
  route(app, deps, entraSetup.status, async ({ actor, params, reader }) =>
    presentSetup(deps, await getShownSetup(reader, actor, params.session), reader.language),
  );
  route(app, deps, entraSetup.answer, async ({ actor, caller, body, reader }) =>
    presentSetup(deps, await takeAnswer(deps, { actor, caller }, body), reader.language),
  );
  route(app, deps, entraSetup.enter, async ({ actor, caller, params, body, reader, signal }) => {
    const row = await enterApplication(deps, { actor, caller, signal }, params.session, body);
    return presentSetup(deps, row, reader.language);
  });
  route(app, deps, entraSetup.complete, async ({ actor, caller, params, body, reader }) =>
    presentSetup(deps, await completeSetup(deps, { actor, caller }, params.session, body), reader.language),
  );
  route(app, deps, entraSetup.cancel, async ({ actor, caller, params, reader }) =>
    presentSetup(deps, await cancelSetup(deps, { actor, caller }, params.session), reader.language),
  );
}

/** The permissions that the app registration of a tenant needs; the last is for notifications of changed groups. */
const wantedPermissions = ['User.Read.All', 'GroupMember.Read.All', 'Organization.Read.All', 'Group.Read.All'];

async function presentOptions(deps: Deps, actor: Actor, { viewer, language }: Reader): Promise<EntraSetupOptions> {
  const isAvailable = sharedClientId(deps, false) !== undefined;
  const open = sees(viewer, 'source_setups') ? await listOpenSetups(deps.db, actor.id) : [];
  return {
    shared_application: {
      is_available: isAvailable,
      message: isAvailable ? '' : renderSentence(say('entraSession.noSharedApplication'), language),
    },
    redirect_uri: redirectOf(deps, undefined) ?? null,
    permissions: wantedPermissions,
    sandbox: entraOf(deps).sandbox ?? null,
    open: open.filter(({ is_over }) => !is_over).map((row) => presentSetup(deps, row, language)),
  };
}
