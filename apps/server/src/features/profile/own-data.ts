import { Readable } from 'node:stream';
import { recordEvent } from '#platform/audit/audit';
import type { Actor, Caller, Db, Deps } from '#platform/deps';
import { eventsOfAdmin } from '../audit/service';
import { findStoredData } from './stored-data';

/**
 * All that is stored about an administrator, without secrets and what is derived from them. The events come last and in
 * pages: there may be more than fit into memory.
 */
export async function downloadOwnData(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { actor, caller }: { actor: Actor; caller: Caller },
) {
  const made_at = clock().toISOString();
  await db.transaction().execute((tx) => recordEvent(tx, caller, 'profile.downloaded', { id: actor.id }));
  const data = { made_at, ...(await findStoredData(db, actor.id)) };
  return {
    fileName: `key2xs-${actor.username}-${made_at.slice(0, 10)}.json`,
    contentType: 'application/json; charset=utf-8',
    content: Readable.from(written(db, actor.id, data)),
  };
}

async function* written(db: Db, adminId: string, data: object): AsyncGenerator<string> {
  yield `${JSON.stringify(data, undefined, 2).slice(0, -2)},\n  "events": [`;
  let separator = '\n    ';
  for await (const page of eventsOfAdmin(db, adminId)) {
    for (const event of page) {
      yield separator + JSON.stringify(event);
      separator = ',\n    ';
    }
  }
  yield '\n  ]\n}\n';
}
