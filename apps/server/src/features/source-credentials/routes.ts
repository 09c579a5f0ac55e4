import { sourceCredentials } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { addCertificate, addSecret } from './add-credential';
import { listCredentialWarnings, markCredentialWarningsSeen } from './credential-warnings';
import { diagnoseSource, testCredential } from './diagnose-source';
import { activateCredential, removeCredential } from './manage-credential';
import { presentCredential, presentCredentials, presentDiagnosis } from './present';

export function sourceCredentialRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, sourceCredentials.list, ({ params, reader }) => presentCredentials(deps, reader, params.id));
  route(app, deps, sourceCredentials.addCertificate, async ({ caller, params, body, reader, signal }) =>
    presentCredential(await addCertificate({ deps, caller, signal }, params.id, body), deps.clock(), reader.language),
  );
  route(app, deps, sourceCredentials.addSecret, async ({ caller, params, body, reader }) =>
    presentCredential(await addSecret({ deps, caller }, params.id, body), deps.clock(), reader.language),
  );
  route(app, deps, sourceCredentials.test, async ({ caller, params, reader, signal }) =>
    presentDiagnosis(await testCredential(deps, caller, params, signal), reader.language),
  );
  route(app, deps, sourceCredentials.activate, async ({ caller, params, reader }) => {
    await activateCredential(deps, caller, params);
    return presentCredentials(deps, reader, params.id);
  });
  route(app, deps, sourceCredentials.remove, async ({ caller, params, reader }) => {
    await removeCredential(deps, caller, params);
    return presentCredentials(deps, reader, params.id);
  });
  route(app, deps, sourceCredentials.warnings, async ({ actor, reader }) => ({
    items: await listCredentialWarnings(deps, reader, actor.id),
  }));
  route(app, deps, sourceCredentials.markWarningsSeen, async ({ actor, reader }) => {
    await markCredentialWarningsSeen(deps, reader, actor.id);
    return { success: true } as const;
  });
  route(app, deps, sourceCredentials.diagnose, async ({ caller, params, reader, signal }) =>
    presentDiagnosis(await diagnoseSource(deps, caller, params.id, signal), reader.language),
  );
}
