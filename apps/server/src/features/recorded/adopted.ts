import type { AdoptedTexts, PersonTexts, ProfileTexts } from '@key2xs/domain';
import type { AdoptedRecords } from '@key2xs/drivers';
import { sql } from 'kysely';
import { storableJson } from '#platform/database/storable-json';
import type { Db, Tx } from '#platform/deps';
import { saveDigest } from './mirror/list-digests';
import { noteRights } from './note-reading';
import { addOwnPersons, addOwnProfiles, type ReadPerson, type ReadProfile, saveOwnMembers } from './save-own';

type Kind = 'person' | 'profile';
type Row = { kind: Kind; own_reference: string; identity: string; texts: object };

/** The key system's own ids of the records adopted there, with our texts for them at that time. */
export async function loadAdopted(
  db: Db,
  connectionId: string,
): Promise<{ records: AdoptedRecords; texts: AdoptedTexts }> {
  const rows = await db
    .selectFrom('adopted_record')
    .select(['kind', 'own_reference', 'identity', 'texts'])
    .where('connection_id', '=', connectionId)
    .execute();
  const of = <T>(kind: Kind, value: (row: Row) => T) =>
    new Map(rows.flatMap((row) => (row.kind === kind ? [[row.own_reference, value(row)] as const] : [])));
  return {
    records: { persons: of('person', ({ identity }) => identity), profiles: of('profile', ({ identity }) => identity) },
    texts: {
      persons: of('person', ({ texts }) => texts as PersonTexts), // as saved by adopt under this kind
      profiles: of('profile', ({ texts }) => texts as ProfileTexts), // the same
    },
  };
}

type Adopted<T, Texts> = { read: T; texts: Texts };

/** Records to adopt, as just read, with our texts for them. */
export type ToAdopt =
  | { kind: 'person'; records: readonly Adopted<ReadPerson, PersonTexts>[] }
  | { kind: 'profile'; records: readonly Adopted<ReadProfile, ProfileTexts>[] };

/** Makes records that were entered by hand ours, under the key system's own ids. Writes nothing to the key system. */
export async function adopt(tx: Tx, connectionId: string, adoption: ToAdopt, at: Date): Promise<void> {
  const rows = adoption.records.map(({ read: { reference, identity }, texts }) => ({ reference, identity, texts }));
  if (rows.length === 0) return;
  await sql`
    insert into adopted_record (connection_id, kind, own_reference, identity, texts, adopted_at)
    select ${connectionId}::uuid, ${adoption.kind}, r.reference, r.identity, r.texts, ${at}::timestamptz
    from jsonb_to_recordset(${storableJson(rows)}::jsonb) as r(reference uuid, identity text, texts jsonb)
    on conflict (connection_id, kind, own_reference) do update
    set identity = excluded.identity, texts = excluded.texts, adopted_at = excluded.adopted_at`.execute(tx);
  await noteRights(tx, connectionId, 'written');
  if (adoption.kind === 'person') {
    const read = adoption.records.map((record) => record.read);
    await addOwnPersons(tx, connectionId, { read, readAt: at });
    await saveDigest(tx, connectionId, 'recorded_person', null);
  } else {
    const read = adoption.records.map((record) => record.read);
    await addOwnProfiles(tx, connectionId, { read, readAt: at });
    await saveOwnMembers(tx, connectionId, { persons: [], profiles: read });
    await saveDigest(tx, connectionId, 'recorded_profile', null);
  }
}

/**
 * Called before writes are recorded: adopted records that they rename have our names from now on.
 * @param writes JSON array of writes of this kind
 */
export async function forgetRenamed(tx: Tx, connectionId: string, kind: Kind, writes: string): Promise<void> {
  const recorded = sql.table(kind === 'person' ? 'recorded_person' : 'recorded_profile');
  const columns = kind === 'person' ? ['first_name', 'surname', 'email', 'employee_id'] : ['name', 'description'];
  const isRenamed = columns.map(
    (column) => sql`${sql.ref(`known.${column}`)} is distinct from w ->> ${sql.lit(column)}`,
  );
  await sql`
    update adopted_record as adopted set texts = '{}'
    from jsonb_array_elements(${writes}::jsonb) as w, ${recorded} as known
    where adopted.connection_id = ${connectionId} and adopted.kind = ${kind}
      and adopted.own_reference = (w ->> 'reference')::uuid
      and known.connection_id = adopted.connection_id and known.own_reference = adopted.own_reference
      and (${sql.join(isRenamed, sql` or `)})`.execute(tx);
}

type Listed = { identity: string; reference: string };

/** Removes adoptions whose record is no longer listed: there is nothing left to write to. */
export async function forgetUnlisted(
  tx: Tx,
  connectionId: string,
  listed: Record<keyof AdoptedRecords, readonly Listed[]>,
): Promise<void> {
  const { records } = await loadAdopted(tx, connectionId);
  await forget(tx, connectionId, { kind: 'person', references: unlistedOf(records.persons, listed.persons) });
  await forget(tx, connectionId, { kind: 'profile', references: unlistedOf(records.profiles, listed.profiles) });
}

function unlistedOf(adopted: ReadonlyMap<string, string>, listed: readonly Listed[]): string[] {
  if (adopted.size === 0) return [];
  const identities = new Map(listed.map(({ reference, identity }) => [reference, identity]));
  return [...adopted].flatMap(([reference, identity]) => (identities.get(reference) === identity ? [] : reference));
}

async function forget(
  tx: Tx,
  connectionId: string,
  { kind, references }: { kind: Kind; references: readonly string[] },
): Promise<void> {
  if (references.length === 0) return;
  await tx
    .deleteFrom('adopted_record')
    .where('connection_id', '=', connectionId)
    .where('kind', '=', kind)
    .where('own_reference', '=', (q) => q.fn.any(q.val([...references])))
    .execute();
}
