import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { openTestDatabase } from '../database';
import { shapeOf } from '../record-statements';

const folder = process.env.TEST_STATEMENTS;

/** The distinct statements of the API tests on PostgreSQL. */
function readStatements(from: string): string[] {
  const lines = readdirSync(from).flatMap((name) => readFileSync(join(from, name), 'utf8').trim().split('\n'));
  return [...new Map(lines.map((line) => JSON.parse(line)).map((text) => [shapeOf(text), text])).values()];
}

/** The others, such as `begin` and `lock table`, are few, and run in every test on the embedded database. */
const canBePrepared = (text: string) => /^\s*(\/\*.*?\*\/\s*)?(select|insert|update|delete|with|merge)\b/i.test(text);

/** Tests create their own tables in the schema `testing`. */
const isOfTests = (text: string) => /\btesting\./.test(text);

/** Lets the database resolve every name and type of a statement without running it. In one call, because there are a thousand. */
const prepareEach = sql`
  create function testing.unprepared(texts text[]) returns table (statement text, failure text) language plpgsql as $$
  begin
    foreach statement in array texts loop
      begin
        execute 'prepare parity as ' || statement;
        execute 'deallocate parity';
      exception when others then
        failure := sqlerrm;
        return next;
      end;
    end loop;
  end $$`;

test.skipIf(!folder)('the embedded database takes every statement that PostgreSQL was sent', async () => {
  const { db, close } = await openTestDatabase(inject('databaseTemplate'));
  await prepareEach.execute(db);
  const statements = readStatements(folder ?? '').filter((text) => canBePrepared(text) && !isOfTests(text));
  const asked = [...statements, 'select something_missing($1)'];
  const { rows } = await sql<{ statement: string; failure: string }>`
    select statement, failure from testing.unprepared(${asked})`.execute(db);
  await close();
  const [missing, ...failures] = rows.reverse();
  expect(missing?.statement).toBe('select something_missing($1)');
  expect(failures).toEqual([]);
  expect(statements.length).toBeGreaterThan(minStatements);
});

/** The product has about three times as many. */
const minStatements = 500;
