import { keyCaseDoorList, keyCaseList, keyCases } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { listRoutes } from '#platform/list/list-routes';
import { caseSource } from './case-source';
import { decideDoors } from './decide-doors';
import { caseDoorSource } from './door-source';
import {
  becomeLost,
  changeMany,
  closeCase,
  invalidate,
  listOwners,
  openCase,
  replaceKey,
  updateCase,
} from './manage-cases';
import { casePdf } from './print-case';
import { countCases, readWholeCase } from './read-case';

export function keyCaseRoutes(app: FastifyInstance, deps: Deps): void {
  const { clock } = deps;
  listRoutes(app, deps, { list: keyCaseList, find: (_, reader) => caseSource(reader, clock()) });
  route(app, deps, keyCases.counts, ({ reader }) => countCases(reader, clock()));
  route(app, deps, keyCases.owners, async ({ reader }) => ({ items: await listOwners(reader) }));
  route(app, deps, keyCases.changeMany, ({ caller, reader, body }) =>
    changeMany({ deps, caller, language: reader.language }, body),
  );
  route(app, deps, keyCases.get, ({ reader, params }) => readWholeCase(deps, { reader, now: clock() }, params.id));
  listRoutes(app, deps, {
    list: keyCaseDoorList,
    find: ({ params }, reader) => caseDoorSource(reader, { id: params.id, now: clock() }),
  });
  route(app, deps, keyCases.open, ({ caller, body }) => openCase({ deps, caller }, body));
  route(app, deps, keyCases.update, ({ caller, params, body, expectedVersion }) =>
    updateCase({ deps, caller, id: params.id, expectedVersion }, body),
  );
  route(app, deps, keyCases.becomeLost, ({ caller, params, body, expectedVersion }) =>
    becomeLost({ deps, caller, id: params.id, expectedVersion }, body),
  );
  route(app, deps, keyCases.invalidate, ({ caller, params, body, expectedVersion }) =>
    invalidate({ deps, caller, id: params.id, expectedVersion }, body),
  );
  route(app, deps, keyCases.decide, ({ caller, params, body, expectedVersion }) =>
    decideDoors({ deps, caller, id: params.id, expectedVersion }, body),
  );
  route(app, deps, keyCases.replace, ({ caller, params, body, expectedVersion }) =>
    replaceKey({ deps, caller, id: params.id, expectedVersion }, body),
  );
  route(app, deps, keyCases.close, ({ caller, params, body, expectedVersion }) =>
    closeCase({ deps, caller, id: params.id, expectedVersion }, body),
  );
  route(app, deps, keyCases.pdf, ({ reader, caller, params, signal }) =>
    casePdf(deps, { reader, caller, signal }, params.id),
  );
}
