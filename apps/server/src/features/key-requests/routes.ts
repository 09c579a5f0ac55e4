import { keyRequestFiles, keyRequestLinks, keyRequestList, keyRequestRules, keyRequests } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { listRoutes } from '#platform/list/list-routes';
import {
  answer,
  apply,
  cancel,
  complete,
  decide,
  giveBack,
  reserveKey,
  revoke,
  setReady,
  submitRequest,
} from './change-request';
import { listChoices } from './choices';
import { getFile } from './files/read-files';
import { addFile, removeFile } from './files/request-files';
import { grant } from './grant-request';
import { previewRequest } from './prepare-request';
import { countRequests, readRequest } from './read-request';
import { answerByLink, askForLink, cancelByLink, isOffered, openLink, submitByLink } from './request-links';
import { requestSource } from './request-source';
import { readRules, saveRules } from './rules';

export function keyRequestRoutes(app: FastifyInstance, deps: Deps): void {
  listRoutes(app, deps, { list: keyRequestList, find: (_, reader) => requestSource(reader) });
  route(app, deps, keyRequests.counts, ({ reader }) => countRequests(reader));
  route(app, deps, keyRequests.get, ({ reader, params }) => readRequest(deps, reader, params.id));
  route(app, deps, keyRequests.choices, async ({ reader, query }) => ({ items: await listChoices(reader, query) }));
  route(app, deps, keyRequests.preview, ({ reader, body }) => previewRequest(deps, reader, body));
  route(app, deps, keyRequests.submit, ({ caller, body }) => submitRequest({ deps, caller }, body));
  route(app, deps, keyRequests.decide, ({ caller, params, expectedVersion, body }) =>
    decide({ deps, caller, id: params.id, expectedVersion }, body),
  );
  route(app, deps, keyRequests.complete, ({ caller, params, expectedVersion, body }) =>
    complete({ deps, caller, id: params.id, expectedVersion }, body),
  );
  route(app, deps, keyRequests.answer, ({ caller, params, expectedVersion, body }) =>
    answer({ deps, caller, id: params.id, expectedVersion }, body),
  );
  route(app, deps, keyRequests.revoke, ({ caller, params, expectedVersion, body }) =>
    revoke({ deps, caller, id: params.id, expectedVersion }, body),
  );
  route(app, deps, keyRequests.cancel, ({ caller, params, expectedVersion, body }) =>
    cancel({ deps, caller, id: params.id, expectedVersion }, body),
  );
  route(app, deps, keyRequests.reserve, ({ caller, params, expectedVersion, body }) =>
    reserveKey({ deps, caller, id: params.id, expectedVersion }, body),
  );
  route(app, deps, keyRequests.ready, ({ caller, params, expectedVersion }) =>
    setReady({ deps, caller, id: params.id, expectedVersion }),
  );
  route(app, deps, keyRequests.grant, ({ caller, params, expectedVersion, body }) =>
    grant({ deps, caller, id: params.id, expectedVersion }, body),
  );
  route(app, deps, keyRequests.apply, ({ caller, params, expectedVersion, body }) =>
    apply({ deps, caller, id: params.id, expectedVersion }, body),
  );
  route(app, deps, keyRequests.giveBack, ({ caller, params, expectedVersion, body }) =>
    giveBack({ deps, caller, id: params.id, expectedVersion }, body),
  );
  route(app, deps, keyRequestFiles.add, ({ caller, params, expectedVersion, body }) =>
    addFile({ deps, caller, id: params.id, expectedVersion }, body.file),
  );
  route(app, deps, keyRequestFiles.download, ({ reader, params }) => getFile(reader, params));
  route(app, deps, keyRequestFiles.remove, ({ caller, params, expectedVersion }) =>
    removeFile({ deps, caller, id: params.id, expectedVersion }, params.file_id),
  );
  route(app, deps, keyRequestRules.get, ({ reader }) => readRules(reader));
  route(app, deps, keyRequestRules.save, ({ caller, expectedVersion, body }) =>
    saveRules({ deps, caller, expectedVersion }, body),
  );
  route(app, deps, keyRequestLinks.offer, async () => ({ is_offered: await isOffered(deps.db, deps) }));
  route(app, deps, keyRequestLinks.ask, ({ caller, address, body }) => askForLink({ deps, caller, address }, body));
  route(app, deps, keyRequestLinks.open, ({ address, body }) => openLink(deps, address, body));
  route(app, deps, keyRequestLinks.submit, ({ caller, address, body }) =>
    submitByLink({ deps, caller, address }, body),
  );
  route(app, deps, keyRequestLinks.answer, ({ caller, address, body }) =>
    answerByLink({ deps, caller, address }, body),
  );
  route(app, deps, keyRequestLinks.cancel, ({ caller, address, body }) =>
    cancelByLink({ deps, caller, address }, body),
  );
}
