import type { MatrixRows, PlanMatrix } from '@key2xs/contract';
import { sql } from 'kysely';
import { JsonText } from '#platform/database/json-text';
import { type Reader, visibleTo } from '#platform/visible-to';
import type { KeyPlanRow } from '../plan-queries';
import type { Sides } from '../versions/comparison';
import type { MadeMatrix } from './make-matrix';
import { listColumns } from './matrix-columns';
import { listRows } from './matrix-rows';

type Asked = { plan: KeyPlanRow; sides: Sides; rows: MatrixRows; matrix: MadeMatrix };

/** What of the answer is not made beforehand. */
type Rest = Omit<PlanMatrix, 'hours' | 'grants' | 'column_classes' | 'row_classes'>;

export async function readMatrix(reader: Reader, { plan, sides, rows, matrix }: Asked): Promise<JsonText> {
  const { state, classOfPerson, classOfDoor, text } = matrix;
  const sources = plan.iam_connections.map(({ id }) => id);
  const columns = await listColumns(reader, classOfDoor);
  const rest: Rest = {
    keyplan_id: plan.id,
    ...sides,
    state,
    people: classOfPerson.size,
    keys: await countKeys(reader, plan),
    doors: columns.filter(({ kind }) => kind === 'cylinder').length,
    columns,
    rows: await listRows(reader, { rows, sources, classOfPerson }),
  };
  return new JsonText(Buffer.from(`${JSON.stringify(rest).slice(0, -1)},${text}}`));
}

async function countKeys({ db, viewer }: Reader, plan: KeyPlanRow): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from key where deleted_at is null and ${visibleTo(viewer, 'inventory')}
      and connection_id = any(${plan.key_system_connections.map(({ id }) => id)}::uuid[])`.execute(db);
  return rows[0]?.count ?? 0;
}
