import { administratorList } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Deps } from '#platform/deps';
import { listRoutes } from '#platform/list/list-routes';
import { listSource } from '#platform/list/list-source';

const administratorSource = listSource(administratorList, (db) => db.selectFrom('admin'))({
  resource: 'administrators',
  show: (admins) => admins.select(['id', 'username', 'role', 'functions', 'created_at', 'disabled_at']),
  id: 'id',
  filters: { role: 'role' },
  search: (pattern) => sql`lower(username) like ${pattern}`,
  sorts: { username: 'username_folded', role: 'role', created_at: 'created_at' },
  present: ({ created_at, disabled_at, ...admin }) => ({
    ...admin,
    created_at: created_at.toISOString(),
    disabled_at: disabled_at?.toISOString() ?? null,
  }),
  cells: { functions: ({ functions }) => functions.join(' ') },
});

export const administratorRoutes = (app: FastifyInstance, deps: Deps): void =>
  listRoutes(app, deps, administratorSource);
