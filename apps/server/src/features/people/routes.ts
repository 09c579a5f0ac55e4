import { pageOf, people } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import { recordEvent } from '#platform/audit';
import type { Db, Deps } from '#platform/deps';
import { route } from '#platform/route';
import { listPeople, type PersonFilter } from './queries';
import { getPerson, listPage } from './service';

const columns = [
  'external_id',
  'employee_id',
  'display_name',
  'given_name',
  'family_name',
  'username',
  'email',
  'job_title',
  'department',
  'company',
  'location',
  'employee_type',
  'active',
] as const;
const exportPage = 1_000;

async function* exportRows(db: Db, filter: PersonFilter & { sort?: string | undefined }) {
  for (let offset = 0; ; offset += exportPage) {
    const rows = await listPeople(db, filter, { offset, limit: exportPage, sort: filter.sort });
    for (const row of rows) yield columns.map((column) => row[column]);
    if (rows.length < exportPage) return;
  }
}

export function peopleRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  route(app, deps, people.list, ({ query }) => listPage(db, query, pageOf(query, { standard: 50, max: 200 })));
  route(app, deps, people.get, ({ params }) => getPerson(db, params.id));
  route(app, deps, people.exportCsv, async ({ query, caller }) => {
    await db.transaction().execute((tx) => recordEvent(tx, caller, 'people.exported', { details: query }));
    return { fileName: 'people.csv', header: [...columns], rows: exportRows(db, query) };
  });
}
