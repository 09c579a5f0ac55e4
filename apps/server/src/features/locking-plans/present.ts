import { LockingPlan } from '@key2xs/contract';
import { JsonText } from '#platform/database/json-text';
import type { Reader } from '#platform/deps';
import type { LockingPlanRow } from './queries';

const Head = LockingPlan.omit({ content: true });

/** Sends the content as stored: it was checked then, and parsing it would block other requests. */
export function presentLockingPlan(
  { content, created_at, updated_at, ...row }: LockingPlanRow,
  reader: Pick<Reader, 'viewer'>,
): JsonText {
  const times = { created_at: created_at.toISOString(), updated_at: updated_at.toISOString() };
  const head = JSON.stringify(Head.parse({ ...row, ...times }));
  const json = typeof content === 'string' ? Buffer.from(content) : content;
  const parts = [Buffer.from(`${head.slice(0, -1)},"content":`), json, Buffer.from('}')];
  return new JsonText(Buffer.concat(parts), reader, { version: row.version });
}
