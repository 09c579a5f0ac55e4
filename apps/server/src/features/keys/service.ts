import type { Key, keyList, Page } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import type { z } from 'zod';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Db } from '#platform/deps';
import { invalidField, notFound } from '#platform/errors';
import { selectPage } from '#platform/list/list-query';
import { countRows } from '#platform/list/read-page';
import { readRows } from '#platform/list/read-some';
import type { Reader } from '#platform/visible-to';
import { type About, countEvents, findExternalId, listEvents } from './event-queries';
import { keySource } from './key-source';
import { presentEvent, presentKey } from './present';

export { countKeys } from './count-keys';
export { carriesRights, heldKeys } from './held-keys';
export { hasNoKeyIn, isToDo, peopleWithRights } from './key-tasks';
export { keysOfPlanReadAt, keysOfSourceReadAt, keysOfSystemReadAt } from './keys-read-at';

/** In the order of the ids. @throws AppError not_found when one of them does not exist for the reader */
export async function listKeysByIds(
  { reader, now }: { reader: Reader; now: Date },
  ids: readonly string[],
): Promise<Key[]> {
  const rows = await readRows(reader, keySource(reader, now), ids);
  const byId = new Map(rows.map((row) => [row.id, presentKey(row, reader.language, reader.viewer)]));
  return ids.map((id) => {
    const key = byId.get(id);
    if (!key) throw notFound('key');
    return key;
  });
}

/** The first keys that a filter of the list lets through, by marking, and how many there are. */
export async function listMatchingKeys(
  { reader, now }: { reader: Reader; now: Date },
  query: z.output<typeof keyList.csv.query>,
  most: number,
): Promise<{ found: Key[]; total: number }> {
  const source = keySource(reader, now);
  const wanted = { params: undefined, query };
  const total = await countRows(reader, source, wanted);
  const rows = await selectPage(reader, source, wanted, { limit: most, offset: 0 });
  return { found: rows.map((row) => presentKey(row, reader.language, reader.viewer)), total };
}

type Ids = { cylinder_id?: string | undefined; key_id?: string | undefined };

/**
 * A page of the events of a cylinder, of a key, or of that key at that cylinder.
 * @throws AppError validation_failed when neither is given; not_found, also for deleted ones
 */
export async function listPage({ reader, caller }: { reader: Reader; caller: Caller }, ids: Ids, page: Page) {
  if (!ids.cylinder_id && !ids.key_id) throw invalidField('cylinder_id', say('keySystem.nameCylinderOrKey'));
  const about = await findAbout(reader, ids);
  const rows = await listEvents(reader, about, page);
  await noteView(reader.db, caller, ids);
  return { items: rows.map(presentEvent), total: await countEvents(reader, about), ...page };
}

/** What happens at a door, and with a key, is about people, even without their names. */
const noteView = (db: Db, caller: Caller, { cylinder_id, key_id }: Ids): Promise<void> =>
  db.transaction().execute((tx) =>
    recordEvent(tx, caller, 'access_events.viewed', {
      id: cylinder_id ?? key_id ?? '',
      details: { ...(cylinder_id && { cylinder_id }), ...(key_id && { key_id }) },
    }),
  );

async function findAbout(reader: Reader, { cylinder_id, key_id }: Ids): Promise<About> {
  const cylinder = cylinder_id && (await findExternalId(reader, 'cylinder', cylinder_id));
  const key = key_id && (await findExternalId(reader, 'key', key_id));
  if (cylinder_id && !cylinder) throw notFound('cylinder');
  if (key_id && !key) throw notFound('key');
  return { cylinder: cylinder || undefined, key: key || undefined };
}
