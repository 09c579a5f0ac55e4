import type { Answer, Key, keyDesk } from '@key2xs/contract';
import { foldMarking, splitScan } from '@key2xs/domain';
import { sql } from 'kysely';
import { type Reader, visibleTo } from '#platform/visible-to';
import { keysOf } from '../keys/relation';
import { listKeysByIds } from '../keys/service';

type Scanned = Answer<typeof keyDesk.scan>;
type Found = { id: string; folded: string };

/** More than anybody scans at once. */
const maxKeys = 200;

/** The keys whose markings, serials or ids in the key system make up a text. */
export async function scanKeys(
  { reader, now }: { reader: Reader; now: Date },
  { text, connection_id }: { text: string; connection_id?: string | undefined },
): Promise<Scanned> {
  const candidates = await findWithin(reader, foldMarking(text), connection_id);
  const idsOf = Map.groupBy(candidates, ({ folded }) => folded);
  const longest = Math.max(0, ...candidates.map(({ folded }) => folded.length));
  const words = splitScan(text, { has: (folded) => idsOf.has(folded), longest }).slice(0, maxKeys);
  const named = [...new Set(words)].map((word) => ({
    word,
    ids: [...new Set((idsOf.get(foldMarking(word)) ?? []).map(({ id }) => id))],
  }));
  const keys = await listKeysByIds({ reader, now }, [...new Set(named.flatMap(({ ids }) => ids))]);
  const byId = new Map(keys.map((key) => [key.id, key]));
  const keysOfIds = (ids: readonly string[]): Key[] => ids.flatMap((id) => byId.get(id) ?? []);
  const single = new Set(named.filter(({ ids }) => ids.length === 1).flatMap(({ ids }) => ids));
  return {
    found: keysOfIds([...single]),
    unknown: named.filter(({ ids }) => ids.length === 0).map(({ word }) => word),
    ambiguous: named.filter(({ ids }) => ids.length > 1).map(({ word, ids }) => ({ text: word, keys: keysOfIds(ids) })),
  };
}

/** Keys with a marking, serial or id that stands somewhere in the text. */
async function findWithin(reader: Reader, text: string, connectionId: string | undefined): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select key.id, named.folded from ${keysOf(reader)}, lateral (
      select distinct lower(name) as folded from unnest(array[key.marking, key.serial, key.external_id]) as name) as named
    where key.deleted_at is null and ${visibleTo(reader.viewer, 'key_desk')} and named.folded <> ''
      and strpos(${text}, named.folded) > 0
      and ${connectionId ? sql`key.connection_id = ${connectionId}` : sql`true`}
    limit 10000`.execute(reader.db);
  return rows;
}
