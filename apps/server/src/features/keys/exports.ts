import type { CsvDownload } from '#platform/csv-download';
import type { Db } from '#platform/deps';
import { pageThrough } from '../cylinders/service';
import { presentKey } from './present';
import { type KeyFilter, type KeyRow, listKeysBehind } from './queries';

const columns = [
  'connection_name',
  'external_id',
  'marking',
  'name',
  'serial',
  'key_type',
  'state',
  'holder_identity',
  'holder_name',
  'last_update_at',
  'read_at',
] as const;

export const exportKeys = (db: Db, filter: KeyFilter): CsvDownload => ({
  fileName: 'keys.csv',
  header: [...columns],
  rows: keyRows(db, filter),
});

async function* keyRows(db: Db, filter: KeyFilter) {
  for await (const row of pageThrough<KeyRow>((last, limit) => listKeysBehind(db, filter, { last, limit }))) {
    const { holder, ...key } = presentKey(row);
    const cells = { ...key, holder_identity: holder?.identity ?? null, holder_name: holder?.name ?? null };
    yield columns.map((column) => cells[column]);
  }
}
