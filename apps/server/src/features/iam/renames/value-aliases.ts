import type { ValueAlias } from '@key2xs/contract';
import { foldText, type MappedRow, type RenamedField } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import type { Selectable } from 'kysely';
import { recordEvent } from '#platform/audit/audit';
import type { Deleted } from '#platform/deleted';
import type { Caller, Db, Deps, Tx } from '#platform/deps';
import { notFound } from '#platform/errors';
import type { Schema } from '#platform/schema/schema';
import { asCaller } from '#platform/visible-to';
import { refuseDuringRun } from '../../tasks/service';
import { findConnection, lockConnection } from '../queries';
import { renamedFields } from './count-moves';

type AliasRow = Selectable<Schema['value_alias']>;

/** By field and value. */
export const listAliases = (db: Db, connectionId: string): Promise<AliasRow[]> =>
  db
    .selectFrom('value_alias')
    .selectAll()
    .where('connection_id', '=', connectionId)
    .orderBy('field')
    .orderBy('source_key')
    .execute();

type MapRow = (values: readonly string[]) => MappedRow;

/** Reads the rows of a source as before, but values that have an alias as what they are read as. */
export async function withAliases(db: Db, connectionId: string, mapRow: MapRow): Promise<MapRow> {
  const aliases = await listAliases(db, connectionId);
  if (aliases.length === 0) return mapRow;
  const readAs = new Map(aliases.map(({ field, source_key, read_as }) => [`${field} ${source_key}`, read_as]));
  return (values) => {
    const row = mapRow(values);
    for (const field of renamedFields) {
      const value = row.fields[field];
      const other = value === undefined ? undefined : readAs.get(`${field} ${foldText(value)}`);
      if (other !== undefined) row.fields[field] = other;
    }
    return row;
  };
}

type NewAlias = { field: RenamedField; source_value: string; read_as: string };

/** Replaces earlier aliases of the same values. */
export async function addAliases(
  tx: Tx,
  { deps, caller, connectionId }: { deps: Pick<Deps, 'newId'>; caller: Caller; connectionId: string },
  aliases: readonly NewAlias[],
): Promise<void> {
  for (const { field, source_value, read_as } of aliases) {
    const said = { source_value, read_as, created_by: caller.name };
    await tx
      .insertInto('value_alias')
      .values({ id: deps.newId(), connection_id: connectionId, field, source_key: foldText(source_value), ...said })
      .onConflict((conflict) => conflict.columns(['connection_id', 'field', 'source_key']).doUpdateSet(said))
      .execute();
  }
}

/** Takes them back, before a run has read them. */
export async function dropAliases(tx: Tx, connectionId: string, aliases: readonly NewAlias[]): Promise<void> {
  for (const { field, source_value } of aliases) {
    await tx
      .deleteFrom('value_alias')
      .where('connection_id', '=', connectionId)
      .where('field', '=', field)
      .where('source_key', '=', foldText(source_value))
      .execute();
  }
}

/** Reads a value as it is from the next run on. @throws AppError not_found, sync_in_progress */
export async function removeAlias(
  deps: Deps,
  caller: Caller,
  { id, alias_id }: { id: string; alias_id: string },
): Promise<Deleted> {
  return deps.db.transaction().execute(async (tx) => {
    await lockConnection(tx, id);
    const connection = await findConnection(asCaller(tx, caller), id);
    if (!connection) throw notFound('identity_source');
    await refuseDuringRun(tx, id, connection.name); // a run reads everything in one way
    const alias = await tx
      .deleteFrom('value_alias')
      .where('id', '=', alias_id)
      .where('connection_id', '=', id)
      .returning(['field', 'source_value', 'read_as'])
      .executeTakeFirst();
    if (!alias) throw notFound('value_alias');
    await recordEvent(tx, caller, 'iam.value_alias_removed', { id, details: { name: connection.name, ...alias } });
    return { success: true, message: say('rename.readAsItIs', { value: alias.source_value }) };
  });
}

export const presentAlias = ({ connection_id: _, source_key: __, created_at, ...alias }: AliasRow): ValueAlias => ({
  ...alias,
  created_at: created_at.toISOString(),
});
