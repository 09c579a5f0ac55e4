import { privacy } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { erasePerson, previewErasure } from './erasure/erase-person';
import { personFileJson, personFilePdf } from './person-file';

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
}
