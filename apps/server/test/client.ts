import type { Endpoint } from '@key2xs/contract';
import { expect } from 'vitest';
import type { Db } from '#platform/deps';
import type { Answered } from './send';

/** The audit promises of the calls in a test. */
export function createAuditCheck(db: Db) {
  const reads = new Map<string, string>();
  const actionsOf = async (requests: string[]) =>
    db
      .selectFrom('audit_event')
      .select(['action', 'request_id'])
      .where('request_id', 'in', requests)
      .orderBy('id')
      .execute();
  return {
    /** Checks the events of a successful call; only remembers reads, for `checkReads`. */
    async check(
      endpoint: Endpoint,
      { status, headers }: Pick<Answered<Endpoint>, 'status' | 'headers'>,
    ): Promise<void> {
      if (status >= 400) return;
      const request = headers.get('x-request-id') ?? '';
      const name = `${endpoint.method} ${endpoint.path}`;
      const isRead = endpoint.method === 'GET' && isSilent(endpoint);
      if (isRead) return void reads.set(request, name);
      const added = (await actionsOf([request])).map(({ action }) => action);
      expect(withoutAlong(endpoint, added), `audit events of ${name}`).toEqual(promisedOf(endpoint, added.length));
    },
    /** At the end of a test: checks that reads without a promise have recorded no event. */
    async checkReads(): Promise<void> {
      const asked = [...reads.keys()];
      if (asked.length === 0) return;
      const added = (await actionsOf(asked)).map(({ action, request_id }) => [reads.get(request_id ?? ''), action]);
      reads.clear();
      expect(added, 'audit events of reads').toEqual([]);
    },
  };
}

const isSilent = ({ audit }: Endpoint) => typeof audit === 'object' && 'none' in audit;

/** Without what the endpoint may set off besides. */
const withoutAlong = ({ audit }: Endpoint, actions: readonly string[]): string[] =>
  actions.filter(
    (action) => !(typeof audit === 'object' && 'along' in audit && audit.along.some((one) => one === action)),
  );

function promisedOf({ audit }: Endpoint, events: number): string[] {
  if (typeof audit === 'string') return [audit];
  if ('one' in audit) return [audit.one];
  return 'each' in audit ? Array<string>(Math.max(events, 1)).fill(audit.each) : [];
}
