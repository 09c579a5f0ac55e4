import type { OwnView } from '@key2xs/contract';
import type { Db } from '#platform/deps';
import { noteSeen, readSeen } from '#platform/events/noticed';
import { listViewsOf } from '../audit/service';

const notice = 'viewed';
const listedMs = 14 * 86_400_000;

/** Who saw what the administrator sees, as the audit log has it. */
export async function listOwnViews(db: Db, adminId: string, now: Date): Promise<OwnView[]> {
  const views = await listViewsOf(db, adminId, new Date(now.getTime() - listedMs));
  if (views.length === 0) return [];
  const isSeen = await readSeen(db, adminId, notice);
  return views.map(({ id, at, actor_name, reason }) => ({
    id,
    at: at.toISOString(),
    by: actor_name,
    reason,
    seen: isSeen(id, ''),
  }));
}

export async function markOwnViewsSeen(db: Db, adminId: string, now: Date): Promise<void> {
  const unseen = (await listOwnViews(db, adminId, now)).filter(({ seen }) => !seen);
  await noteSeen(
    db,
    adminId,
    unseen.map(({ id }) => ({ notice, subject: id, discriminator: '' })),
  );
}
