import type { GeneratorSettings } from '@key2xs/contract';
import { sql } from 'kysely';
import type { Db } from '#platform/deps';
import { asProduct } from '#platform/visible-to';
import { doorsOf } from '../../cylinders/relation';
import { peopleOf } from '../../people/relation';
import type { RunData } from '../suggestions/run-data';

type Links = { iam_connection_ids: string[]; key_system_connection_ids: string[] };

/** The sources of the people with a right, and the key systems that were read. */
export async function linksOfRun(
  db: Db,
  { source }: GeneratorSettings,
  { people, cylinders, mining: { relation } }: RunData,
): Promise<Links> {
  const holders = people.filter((_, number) => (relation.start[number + 1] ?? 0) > (relation.start[number] ?? 0));
  const opened = [...new Set(relation.list)].flatMap((number) => cylinders[number] ?? []);
  const from = await db
    .selectFrom(peopleOf(asProduct(db)))
    .select('connection_id')
    .distinct()
    .where(sql<boolean>`id = any(${holders}::uuid[])`)
    .execute();
  const at = await db
    .selectFrom(doorsOf(asProduct(db)))
    .select('connection_id')
    .distinct()
    .where(sql<boolean>`id = any(${opened}::uuid[])`)
    .execute();
  const named =
    'key_system_connection_id' in source && source.key_system_connection_id ? [source.key_system_connection_id] : [];
  return {
    iam_connection_ids: from.map(({ connection_id }) => connection_id),
    key_system_connection_ids: [...new Set([...named, ...at.map(({ connection_id }) => connection_id)])],
  };
}
