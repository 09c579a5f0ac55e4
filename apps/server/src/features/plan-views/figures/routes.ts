import { planFigures } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { readCoverage } from './coverage';
import { readGrowth } from './growth';
import { readFigures } from './plan-figures';

export function figureRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, planFigures.coverage, async ({ reader }) => ({ items: await readCoverage(deps, reader) }));
  route(app, deps, planFigures.statistics, ({ params, reader }) => readFigures(deps, reader, params.keyplan_id));
  route(app, deps, planFigures.growth, ({ params, reader }) => readGrowth(deps, reader, params.keyplan_id));
}
