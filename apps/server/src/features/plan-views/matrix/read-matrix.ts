import { promisify } from 'node:util';
import { gzip, type ZlibOptions } from 'node:zlib';
import type { MatrixRows, PlanMatrix } from '@key2xs/contract';
import { sql } from 'kysely';
import { JsonText } from '#platform/database/json-text';
import { mapInSlices } from '#platform/in-slices';
import { type Reader, visibleTo } from '#platform/visible-to';
import { keysOf } from '../../keys/relation';
import type { KeyPlanRow, Sides } from '../../plans/service';
import type { Layout, ReadLayout } from './kept-layouts';
import type { Classes, MadeMatrix } from './make-matrix';
import { columnsIn } from './matrix-columns';
import { rowsIn } from './matrix-rows';

type ReadRequest = { plan: KeyPlanRow; sides: Sides; rows: MatrixRows; matrix: MadeMatrix };

/** What of the answer is short. */
type Head = Omit<PlanMatrix, 'hours' | 'grants' | 'column_classes' | 'row_classes' | 'columns' | 'rows'>;

/** Made once and kept compressed with the matrix, which is made anew when anything that it says has changed; keys are counted. */
export async function readMatrix(reader: Reader, readLayout: ReadLayout, request: ReadRequest): Promise<JsonText> {
  const keys = await countKeys(reader, request.plan);
  const { rows, matrix } = request;
  const kept = matrix.answers.get(rows);
  const answer =
    kept?.keys === keys
      ? kept
      : { keys, text: await packFor(reader, await writeAnswer(await readLayout(reader, request), request, keys)) };
  matrix.answers.set(rows, answer);
  return answer.text;
}

const pack = promisify<Buffer, ZlibOptions, Buffer>(gzip);
/** Every client takes gzip; brotli at a level as quick saves a sixth. */
const level = { level: 3 };

const packFor = async (reader: Reader, json: Buffer): Promise<JsonText> =>
  new JsonText(await pack(json, level), reader, { isGzip: true });

async function writeAnswer(
  { columns, rows }: Layout,
  { plan, sides, matrix }: ReadRequest,
  keys: number,
): Promise<Buffer> {
  const { state, people, doors, text } = matrix;
  const head: Head = { keyplan_id: plan.id, ...sides, state, people: countOf(people), keys, doors: countOf(doors) };
  const write = async (items: Iterable<object>) => (await mapInSlices(items, (item) => JSON.stringify(item))).join();
  const parts = [
    `${JSON.stringify(head).slice(0, -1)},"columns":[${await write(columnsIn(columns, doors))}],`,
    `"rows":[${await write(rowsIn(rows, people))}],`,
    `${text}}`,
  ];
  return Buffer.concat(parts.map((part) => Buffer.from(part)));
}

const countOf = ({ classes }: Classes): number => classes.reduce((count, one) => (one < 0 ? count : count + 1), 0);

async function countKeys(reader: Reader, plan: KeyPlanRow): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${keysOf(reader)} where deleted_at is null and ${visibleTo(reader.viewer, 'inventory')}
      and connection_id = any(${plan.key_system_connections.map(({ id }) => id)}::uuid[])`.execute(reader.db);
  return rows[0]?.count ?? 0;
}
