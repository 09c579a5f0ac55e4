import { planMatrix } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import type { Reader } from '#platform/visible-to';
import { getKeyPlan, type Sides } from '../../plans/service';
import { exportMatrix } from './export/export-matrix';
import { createKeptLayouts } from './kept-layouts';
import { createKeptMatrices } from './kept-matrices';
import { listKeys, listPeople } from './matrix-lines';
import { readMatrix } from './read-matrix';

export function matrixRoutes(app: FastifyInstance, deps: Deps): void {
  const matrices = createKeptMatrices(deps);
  const readLayout = createKeptLayouts(deps);
  const get = async (reader: Reader, id: string, { from, to }: Sides) => {
    const plan = await getKeyPlan(reader, id);
    const sides = { from, to };
    return { plan, sides, matrix: await matrices({ reader, plan, sides }) };
  };
  route(app, deps, planMatrix.read, async ({ params, query, reader }) =>
    readMatrix(reader, readLayout, { ...(await get(reader, params.keyplan_id, query)), rows: query.rows }),
  );
  route(app, deps, planMatrix.people, async ({ params, query, reader }) =>
    listPeople(reader, await get(reader, params.keyplan_id, query), query),
  );
  route(app, deps, planMatrix.keys, async ({ params, query, reader }) =>
    listKeys(reader, await get(reader, params.keyplan_id, query), query),
  );
  route(app, deps, planMatrix.export, async ({ params, query, reader, caller, signal }) => {
    const { plan, matrix } = await get(reader, params.keyplan_id, query);
    return exportMatrix({ deps, reader, readLayout, plan, matrix, query }, caller, signal);
  });
}
