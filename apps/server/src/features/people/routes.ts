import { people, peopleList } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { listRoutes } from '#platform/list/list-routes';
import { peopleSource } from './people-source';
import { getPerson } from './service';

export function peopleRoutes(app: FastifyInstance, deps: Deps): void {
  listRoutes(app, deps, { list: peopleList, find: (_, reader) => peopleSource(reader) });
  route(app, deps, people.get, ({ params, reader }) => getPerson(reader, params.id));
}
