import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Schema } from '#platform/schema/schema';
import type { TestApp } from '#test/app';

type KeyRow = Insertable<Schema['key']>;

/** A key as a key system has listed it. */
export async function aKey(
  { db }: Pick<TestApp, 'db'>,
  connection_id: string,
  values: Partial<KeyRow> & { marking: string },
): Promise<string> {
  const id = randomUUID();
  const row = {
    external_id: `K ${values.marking}`,
    name: 'Key',
    serial: id.slice(0, 6),
    key_type: 'quartz',
    state: 'in_stock',
  };
  await db
    .insertInto('key')
    .values({ ...row, holder_identity: null, ...values, id, connection_id })
    .execute();
  return id;
}

/** A person of a key system; with an id of ours it is that person. */
export async function aRecordedPerson(
  { db }: Pick<TestApp, 'db'>,
  connection_id: string,
  { identity, own, name = ['Bo', 'Made-Up'] }: { identity: string; own?: string; name?: [string, string] },
): Promise<void> {
  const [first_name, surname] = name;
  await db
    .insertInto('recorded_person')
    .values({
      ...{ connection_id, identity, first_name, surname },
      reference: own ?? null,
      own_reference: own ?? null,
      email: null,
      employee_id: null,
      active: true,
      first_read_at: new Date(),
    })
    .execute();
}
