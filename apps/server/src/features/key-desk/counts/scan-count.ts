import { type Answer, fitLine, type Key, type keyCounts } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { invalidField } from '#platform/errors';
import { asCaller } from '#platform/visible-to';
import { listKeysByIds } from '../../keys/service';
import { scanKeys } from '../scan-keys';
import { type HeldCount, holdCount } from './count-source';
import { judged } from './judge';

type Scanned = Answer<typeof keyCounts.scan>;
type ScanInput = { id: string; text: string; key_id: string | undefined };

const maxUnknownLength = 100;

/**
 * Counts what was scanned. Twice is once, also by two people at the same time.
 * @throws AppError not_found, conflict when the count is closed, validation_failed without anything scanned
 */
export async function scanCount({ deps, caller }: { deps: Deps; caller: Caller }, input: ScanInput): Promise<Scanned> {
  const { id, text, key_id } = input;
  if (text.trim() === '' && !key_id) throw invalidField('text', say('keyCount.nothingScanned'));
  return deps.db.transaction().execute(async (tx) => {
    const reader = asCaller(tx, caller);
    const count = await holdCount(tx, reader, id);
    const now = deps.clock();
    const scanned = key_id
      ? { found: await listKeysByIds({ reader, now }, [key_id]), unknown: [], ambiguous: [] }
      : await scanKeys({ reader, now }, { text });
    // Of several key systems with this marking, the one that is counted is meant.
    const meant = scanned.ambiguous.map(({ text, keys }) => ({
      text,
      keys,
      own: keys.filter(({ connection_id }) => connection_id === count.connection_id),
    }));
    const found = [...scanned.found, ...meant.flatMap(({ own }) => (own.length === 1 ? own : []))];
    const unknown = [...new Set(scanned.unknown.map((word) => fitLine(word, maxUnknownLength)).filter(Boolean))];
    const by = { deps, caller, now };
    const [kinds, fresh] = [await saveKeys(tx, count, found, by), await saveUnknown(tx, count, unknown, by)];
    const isNew = [...kinds.values()].some((one) => one.is_new) || fresh > 0;
    if (isNew)
      await tx
        .updateTable('key_count')
        .set((q) => ({ version: q('version', '+', 1) }))
        .where('id', '=', id)
        .execute();
    const details = { markings: found.map(({ marking }) => marking), unknown };
    await recordEvent(tx, caller, 'key_count.scanned', { id, details });
    return {
      counted: found.map((key) => {
        const { kind = 'expected', is_new = false } = kinds.get(key.id) ?? {};
        return { key, is_new, difference: kind === 'expected' ? null : kind };
      }),
      unknown,
      ambiguous: meant.flatMap(({ text, keys, own }) => (own.length === 1 ? [] : [{ text, keys }])),
    };
  });
}

type By = { deps: Deps; caller: Caller; now: Date };
type Kind = 'expected' | 'handed_out' | 'lost' | 'retired' | 'elsewhere';

async function saveKeys(tx: Tx, count: HeldCount, keys: readonly Key[], { deps, caller, now }: By) {
  const list = keys.map(({ id, marking, connection_id }) => ({
    scan_id: deps.newId(),
    key_id: id,
    marking,
    connection_id,
  }));
  const { rows } = await sql<{ key_id: string; kind: Kind; is_new: boolean }>`
    with scanned as (
      select listed.*, ${judged(count, sql`listed.connection_id`)} as kind
      from jsonb_to_recordset(${JSON.stringify(list)}::jsonb)
        as listed(scan_id uuid, key_id uuid, marking text, connection_id uuid)
      join key_standing as standing on standing.key_id = listed.key_id),
    saved as (
      insert into key_count_scan (id, count_id, key_id, text, kind, at, by_name)
      select scan_id, ${count.id}::uuid, key_id, marking, kind, ${now}::timestamptz, ${caller.name} from scanned
      on conflict do nothing returning key_id)
    select scanned.key_id, scanned.kind, saved.key_id is not null as is_new
    from scanned left join saved on saved.key_id = scanned.key_id`.execute(tx);
  return new Map(rows.map((row) => [row.key_id, row]));
}

async function saveUnknown(tx: Tx, count: HeldCount, texts: readonly string[], { deps, caller, now }: By) {
  if (texts.length === 0) return 0;
  const saved = await tx
    .insertInto('key_count_scan')
    .values(
      texts.map((text) => ({
        id: deps.newId(),
        count_id: count.id,
        key_id: null,
        text,
        kind: 'unknown' as const,
        at: now,
        by_name: caller.name,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return saved.length;
}
