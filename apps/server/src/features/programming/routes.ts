import { capacities, capacityList, programming, programmingKeyList, programmingList } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Deps } from '#platform/deps';
import { invalidField } from '#platform/errors';
import { route } from '#platform/http/route';
import { listRoutes } from '#platform/list/list-routes';
import { adviseKeyMemory, capacitySource } from './capacity-source';
import { assignJobs, cancelJobs, retryJobs, tickJobs } from './change-jobs';
import { programmingDeviceSource, programmingKeySource } from './key-source';
import { type Desk, orderJobs } from './order-jobs';
import { readPolicy, savePolicy } from './policy';
import { countWork, workSource } from './work-source';

export function programmingRoutes(app: FastifyInstance, deps: Deps): void {
  const { clock } = deps;
  listRoutes(app, deps, { list: programmingList, find: (_, reader) => workSource(reader, clock()) });
  listRoutes(app, deps, { list: programmingKeyList, find: (_, reader) => programmingKeySource(reader) });
  listRoutes(app, deps, programmingDeviceSource);
  listRoutes(app, deps, { list: capacityList, find: (_, reader) => capacitySource(reader) });
  route(app, deps, capacities.keyAdvice, ({ reader, params }) => adviseKeyMemory(reader, params.id));
  route(app, deps, programming.counts, ({ reader, query }) => countWork(reader, clock(), query));
  route(app, deps, programming.order, ({ caller, body }) => order({ deps, caller }, body));
  route(app, deps, programming.assign, ({ caller, body }) => assignJobs({ deps, caller }, body));
  route(app, deps, programming.cancel, ({ caller, body }) => cancelJobs({ deps, caller }, body));
  route(app, deps, programming.retry, ({ caller, body }) => retryJobs({ deps, caller }, body));
  route(app, deps, programming.tick, ({ caller, body }) => tickJobs({ deps, caller }, body));
  route(app, deps, programming.policy, ({ reader }) => readPolicy(reader.db));
  route(app, deps, programming.savePolicy, ({ caller, body }) => savePolicy(deps, caller, body));
}

/** @throws AppError not_found, conflict, validation_failed */
async function order(desk: Desk, { jobs, reason, events }: z.infer<typeof programming.order.body>) {
  const { deps } = desk;
  if (events === undefined && jobs.some(({ kind }) => kind === 'reprogram')) {
    throw invalidField('events', say('programming.sayEvents'));
  }
  const ids = await deps.db.transaction().execute((tx) => orderJobs(tx, desk, { jobs, subject: null, reason, events }));
  deps.jobs.nudge();
  return { ids: ids.map(({ id }) => id) };
}
