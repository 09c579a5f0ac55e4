import { access, accessAsOf, accessComparison, asOfList, memory, pageOf, personDoorList } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { notFound } from '#platform/errors';
import { route } from '#platform/http/route';
import type { Wanted } from '#platform/list/list-query';
import { listRoutes, recordExport } from '#platform/list/list-routes';
import { type Reader, sees } from '#platform/visible-to';
import { readAccessMatrix } from './access-matrix';
import { asOfSource } from './as-of/as-of-source';
import { countAsOf } from './as-of/count-as-of';
import { printAsOf } from './as-of/print-as-of';
import { readRightsThen } from './as-of/rights-then';
import { listCanOpen, listForeignProfilesOf } from './doors/can-open';
import { mountPeopleLists } from './doors/people-lists';
import { countWhoMayOpen } from './doors/who-may-open';
import { changeMemory, getMemory } from './past/memory';
import { readAccessWeek } from './person/access-week';
import { comparisonSource } from './person/compare-people';
import { readDifference } from './person/compare-reasons';
import { personDoorSource } from './person/person-doors';
import { checkAccess, evaluateUserAccess } from './service';

export function accessRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, access.evaluate, ({ params, query, reader }) =>
    evaluateUserAccess(deps, reader, { ...params, ...query }),
  );
  route(app, deps, access.check, ({ query, reader }) => checkAccess(deps, reader, query));
  route(app, deps, memory.get, ({ reader }) => getMemory(reader));
  route(app, deps, memory.change, ({ caller, body }) => changeMemory(deps, caller, body.retention_days));
  mountPeopleLists(app, deps);
  route(app, deps, access.who, ({ query, reader }) => countWhoMayOpen(deps, reader, query));
  route(app, deps, access.canOpen, ({ query: { of, id, ...page }, reader }) =>
    listCanOpen(deps, reader, { of, id, limit: pageOf(page, { standard: 50, max: 200 }).limit }),
  );
  route(app, deps, access.foreignProfiles, ({ params, reader }) =>
    listForeignProfilesOf(deps, reader, params.person_id),
  );
  const check = async ({ viewer }: Reader) => {
    if (!sees(viewer, 'access')) throw notFound('record');
  };
  const comparison = {
    list: accessComparison,
    find: (wanted: Wanted<typeof accessComparison>, reader: Reader) => comparisonSource(deps, reader, wanted),
  };
  listRoutes(app, deps, comparison, { check });
  route(app, deps, access.difference, ({ query, reader }) => readDifference(deps, reader, query));
  const doors = {
    list: personDoorList,
    find: (wanted: Wanted<typeof personDoorList>, reader: Reader) => personDoorSource(deps, reader, wanted),
  };
  listRoutes(app, deps, doors, { check });
  const asOf = {
    list: asOfList,
    find: async (wanted: Wanted<typeof asOfList>, reader: Reader) =>
      asOfSource(reader, await readRightsThen(deps, reader, wanted.query), wanted),
  };
  listRoutes(app, deps, asOf, { check });
  route(app, deps, accessAsOf.get, async ({ query, reader }) =>
    countAsOf(reader, query, await readRightsThen(deps, reader, query)),
  );
  route(app, deps, accessAsOf.exportPdf, async ({ query, caller, reader, signal }) => {
    const wanted = { params: undefined, query };
    const printed = await printAsOf(deps, { reader, signal }, wanted);
    await recordExport(deps, caller, { ...asOfList, fileName: printed.fileName }, wanted);
    return printed;
  });
  route(app, deps, access.week, ({ query, reader }) => readAccessWeek(deps, reader, query));
  route(app, deps, access.matrix, ({ body, reader }) => readAccessMatrix(deps, reader, body));
}
