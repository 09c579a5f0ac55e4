import type { Endpoint } from '@key2xs/contract';
import { expect } from 'vitest';
import type { Db } from '#platform/deps';
import type { Answered } from './send';

/** Makes a call, and after each call that succeeds checks the audit promise it made. */
export async function callAndCheck<E extends Endpoint>(
  db: Db,
  endpoint: E,
  call: () => Promise<Answered<E>>,
): Promise<Answered<E>> {
  const before = new Set((await listEvents(db)).map(({ id }) => id));
  const answer = await call();
  const added = (await listEvents(db))
    .filter(({ id, actor_name }) => !before.has(id) && !isBackground(actor_name))
    .map(({ action }) => action);
  if (answer.status < 400) {
    expect(added, `audit events of ${endpoint.method} ${endpoint.path}`).toEqual(promisedOf(endpoint, added.length));
  }
  return answer;
}

function promisedOf({ audit }: Endpoint, events: number): string[] {
  if (typeof audit === 'string') return [audit];
  return 'each' in audit ? Array<string>(Math.max(events, 1)).fill(audit.each) : [];
}

/** What works by itself meanwhile. */
const isBackground = (name: string) => name.endsWith('task)') || name === 'task' || name === 'timetable';

const listEvents = (db: Db) =>
  db.selectFrom('audit_event').select(['id', 'action', 'actor_name']).orderBy('id').execute();
