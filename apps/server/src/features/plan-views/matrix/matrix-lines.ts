import { type MatrixLine, type Page, type PagingQuery, pageOf } from '@key2xs/contract';
import { type RawBuilder, sql } from 'kysely';
import { containing } from '#platform/list/containing';
import { type Reader, visibleTo } from '#platform/visible-to';
import { keysOf } from '../../keys/relation';
import { peopleOf } from '../../people/relation';
import { isInGroup } from '../../people/service';
import type { KeyPlanRow } from '../../plans/service';
import { classIn, type MadeMatrix } from './make-matrix';
import { havingValue } from './matrix-rows';

type PlanMatrix = { plan: KeyPlanRow; matrix: MadeMatrix };
type PeopleQuery = PagingQuery & {
  search?: string | undefined;
  department?: string | undefined;
  job_title?: string | undefined;
  group_id?: string | undefined;
};

const range = { standard: 100, max: 500 };

/** A page of the people of the plan, by name, with their classes. */
export async function listPeople(reader: Reader, { plan, matrix }: PlanMatrix, query: PeopleQuery) {
  const { search, department, job_title, group_id } = query;
  const page = pageOf(query, range);
  const conditions = [
    sql`person.active and person.connection_id = any(${plan.iam_connections.map(({ id }) => id)}::uuid[])`,
    visibleTo(reader.viewer, 'people'),
    ...(search ? [sql`person.search_text like ${containing(search)}`] : []),
    ...(department === undefined ? [] : [await havingValue(reader, 'department', department)]),
    ...(job_title === undefined ? [] : [await havingValue(reader, 'job_title', job_title)]),
    ...(group_id === undefined ? [] : [isInGroup(group_id)]),
  ];
  const lines = await selectPage<Line>(
    sql`select person.id, person.display_name as label, coalesce(person.employee_id, '') as detail, person.id as person_id,
        person.department, person.job_title`,
    {
      db: reader.db,
      page,
      from: sql`from ${peopleOf(reader)} where ${sql.join(conditions, sql` and `)}`,
      order: sql`display_name, id`,
    },
  );
  return { ...lines, items: lines.items.map(withClass(matrix)), state: matrix.state };
}

/** A page of the keys of the key systems of the plan, by marking, with the classes of who holds them. */
export async function listKeys(
  reader: Reader,
  { plan, matrix }: PlanMatrix,
  query: PagingQuery & { search?: string | undefined },
) {
  const { search } = query;
  const conditions = [
    sql`key.deleted_at is null and key.connection_id = any(${plan.key_system_connections.map(({ id }) => id)}::uuid[])`,
    visibleTo(reader.viewer, 'inventory'),
    ...(search
      ? [sql`(key.search_text like ${containing(search)} or lower(holder.full_name) like ${containing(search)})`]
      : []),
  ];
  const from = sql`
    from ${keysOf(reader)} left join recorded_person as holder
      on holder.connection_id = key.connection_id and holder.identity = key.holder_identity
    left join ${peopleOf(reader)} on person.id = holder.own_reference and person.active
      and person.connection_id = any(${plan.iam_connections.map(({ id }) => id)}::uuid[])
    where ${sql.join(conditions, sql` and `)}`;
  const select = sql`
    select key.id, key.marking as label, coalesce(person.display_name, holder.full_name, key.holder_identity, '') as detail,
      person.id as person_id, person.department, person.job_title`;
  const lines = await selectPage<Line>(select, {
    db: reader.db,
    page: pageOf(query, range),
    from,
    order: sql`key.marking, key.id`,
  });
  return { ...lines, items: lines.items.map(withClass(matrix)), state: matrix.state };
}

type Line = Omit<MatrixLine, 'class'>;

const withClass =
  ({ people }: MadeMatrix) =>
  (line: Line): MatrixLine => ({ ...line, class: classIn(people, line.person_id) ?? null });

type Part = { db: Reader['db']; page: Page; from: RawBuilder<unknown>; order: RawBuilder<unknown> };

async function selectPage<Row>(select: RawBuilder<unknown>, { db, page, from, order }: Part) {
  const { rows } = await sql<Row>`
    ${select} ${from} order by ${order} limit ${page.limit} offset ${page.offset}`.execute(db);
  const counted = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db);
  return { items: rows, total: counted.rows[0]?.total ?? 0, ...page };
}
