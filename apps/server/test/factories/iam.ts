import { randomUUID } from 'node:crypto';
import { iam, type SyncTask, type UploadedFile } from '@key2xs/contract';
import type { Insertable } from 'kysely';
import type { Schema } from '#platform/schema/schema';
import { expect, type TestApp } from '#test/app';
import { type ListedPerson, listColumns, listOf } from './people';

type ConnectionRow = Insertable<Schema['iam_connection']>;

const mapping_config = JSON.stringify(Object.fromEntries(listColumns.map((name) => [name, name])));

/** An identity source that reads every field from the column of its name. */
export async function aConnection({ db }: TestApp, values: Partial<ConnectionRow> = {}): Promise<{ id: string }> {
  const id = randomUUID();
  const row: ConnectionRow = {
    id,
    name: `Staff ${id.slice(0, 8)}`,
    provider: 'csv',
    description: null,
    admin_contact: null,
    guard_limit_percent: 5,
    mapping_config,
    ...values,
  };
  await db.insertInto('iam_connection').values(row).execute();
  return { id: row.id };
}

/** A file as a browser would send it. */
export function aFile(content: string | Uint8Array, name = 'staff.csv'): UploadedFile {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : Uint8Array.from(content);
  return { name, arrayBuffer: async () => bytes.buffer };
}

export const upload = (app: TestApp, id: string, content: string | Uint8Array, name?: string) =>
  app.as('superadmin').call(iam.uploadStaffList, { params: { id }, body: { file: aFile(content, name) } });

/** Imports the last uploaded list and waits for the end. */
export async function run(app: TestApp, id: string, dry_run = false): Promise<SyncTask> {
  const { body } = await app
    .as('superadmin')
    .call(iam.sync, { params: { id }, query: { dry_run: dry_run ? 'true' : 'false' } });
  return app.ended(body.task_id);
}

/** Uploads a list of these people and imports it. */
export async function importPeople(app: TestApp, id: string, people: readonly ListedPerson[]): Promise<SyncTask> {
  expect((await upload(app, id, listOf(people))).status).toBe(201);
  return run(app, id);
}
