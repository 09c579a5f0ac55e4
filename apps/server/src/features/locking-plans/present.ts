import { LockingPlan } from '@key2xs/contract';
import { JsonText } from '#platform/database/json-text';
import type { LockingPlanRow } from './queries';

const Head = LockingPlan.omit({ content: true });

/** The content was checked when it was stored, and goes out as it lies there: parsing it would hold up everybody else. */
export function presentLockingPlan({ content, created_at, updated_at, ...row }: LockingPlanRow): JsonText {
  const times = { created_at: created_at.toISOString(), updated_at: updated_at.toISOString() };
  const head = JSON.stringify(Head.parse({ ...row, ...times }));
  const json = typeof content === 'string' ? Buffer.from(content) : content;
  const parts = [Buffer.from(`${head.slice(0, -1)},"content":`), json, Buffer.from('}')];
  return new JsonText(Buffer.concat(parts), row.version);
}
