import { privacy } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { erasePerson, previewErasure } from './erasure/erase-person';
import { heldFieldsCsv, heldFieldsPdf, listHeldFields } from './held-fields';
import { personFileJson, personFilePdf } from './person-file';
import { readSettings, runNow, savePolicy } from './retention';

export function privacyRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, privacy.json, ({ caller, reader, params, query }) =>
    personFileJson({ deps, caller, reader }, { id: params.id, purpose: query.purpose }),
  );
  route(app, deps, privacy.pdf, ({ caller, reader, params, query, signal }) =>
    personFilePdf({ deps, caller, reader, signal }, { id: params.id, purpose: query.purpose }),
  );
  route(app, deps, privacy.preview, ({ reader, params }) => previewErasure(deps, reader, params.id));
  route(app, deps, privacy.erase, ({ caller, params, body }) =>
    erasePerson(deps, caller, { id: params.id, reason: body.reason }),
  );
  route(app, deps, privacy.settings, ({ reader }) => readSettings(deps, reader));
  route(app, deps, privacy.save, ({ caller, reader, body }) => savePolicy({ deps, caller, reader }, body));
  route(app, deps, privacy.runNow, ({ caller, reader }) => runNow({ deps, caller, reader }));
  route(app, deps, privacy.fields, async ({ reader }) => ({ items: listHeldFields(reader) }));
  route(app, deps, privacy.fieldsCsv, async ({ reader }) => heldFieldsCsv(reader));
  route(app, deps, privacy.fieldsPdf, ({ reader, signal }) => heldFieldsPdf(deps, reader, signal));
}
