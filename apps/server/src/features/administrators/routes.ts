import { administratorList } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Deps } from '#platform/deps';
import { listRoutes } from '#platform/list/list-routes';
import { listSource } from '#platform/list/list-source';
import { functionsOf } from '#platform/sign-in/rights';

const administratorSource = listSource(administratorList, (db) => db.selectFrom('admin'))({
  resource: 'administrators',
  show: (admins) =>
    admins.select(['id', 'username', 'role', functionsOf('admin').as('functions'), 'created_at', 'suspended_at']),
  id: 'id',
  filters: { role: 'role' },
  search: (pattern) => sql`lower(username) like ${pattern}`,
  sorts: { username: 'username_folded', role: 'role', created_at: 'created_at' },
  present: ({ created_at, suspended_at, ...admin }) => ({
    ...admin,
    created_at: created_at.toISOString(),
    suspended_at: suspended_at?.toISOString() ?? null,
  }),
  cells: { functions: ({ functions }) => functions.join(' ') },
});

export const administratorRoutes = (app: FastifyInstance, deps: Deps): void =>
  listRoutes(app, deps, administratorSource);
