import { functionsWithin, type Role } from '@key2xs/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Deps, Reader } from '#platform/deps';
import { emit } from '#platform/events/event-kind';
import { noteOnce } from '#platform/events/noticed';
import type { Schema } from '#platform/schema/schema';
import { functionsOf, isInForce, mayDo } from '#platform/sign-in/rights';
import { reviewWaits } from './events';
import { isItemOf } from './relation';

const soonMs = 7 * 86_400_000;

type Review = Pick<Selectable<Schema['access_review']>, 'id' | 'due_at' | 'started_by'>;
type Reviewer = Pick<Reader, 'viewer'> & { id: string; username: string };

/** Tells each administrator once that rights wait which they see: as a review has begun, a week before it is due, and after that. */
export async function remindReviewers({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock();
  const reviews = await db
    .selectFrom('access_review')
    .select(['id', 'due_at', 'started_by'])
    .where('outcome', 'is', null)
    .orderBy('started_at')
    .execute();
  if (reviews.length === 0) return;
  const reviewers = await listReviewers(db, now);
  for (const review of reviews) for (const reviewer of reviewers) await remind(db, { review, reviewer, now });
}

async function remind(db: Db, { review, reviewer, now }: { review: Review; reviewer: Reviewer; now: Date }) {
  const leftMs = review.due_at.getTime() - now.getTime();
  const moment = leftMs <= 0 ? 'overdue' : leftMs <= soonMs ? 'due_soon' : 'begun';
  if (moment === 'begun' && reviewer.username === review.started_by) return;
  await db.transaction().execute(async (tx) => {
    if (!(await isAnyWaiting({ db: tx, viewer: reviewer.viewer, language: 'en' }, review.id))) return;
    const notice = { notice: 'access_review', subject: review.id, discriminator: `${moment} ${reviewer.id}` };
    if (!(await noteOnce(tx, notice))) return;
    await emit(tx, reviewWaits, { review_id: review.id, admin_id: reviewer.id, moment });
  });
}

async function isAnyWaiting(reader: Reader, review: string): Promise<boolean> {
  const { rows } = await sql`
    select from access_review_item as item
    where item.review_id = ${review} and item.decision is null and ${isItemOf(reader)} limit 1`.execute(reader.db);
  return rows.length > 0;
}

async function listReviewers(db: Db, now: Date): Promise<Reviewer[]> {
  const rows = await db
    .selectFrom('admin')
    .leftJoin('admin_scope as scope', 'scope.admin_id', 'admin.id')
    .select(['admin.id', 'admin.username', 'admin.role', 'scope.departments', 'scope.places'])
    .select([functionsOf('admin').as('functions'), sql<boolean>`scope.admin_id is not null`.as('is_limited')])
    .where('admin.is_service', '=', false)
    .where(mayDo('review_access'))
    .where(isInForce('admin', now))
    .orderBy('admin.id')
    .execute();
  return rows.map(({ id, username, role, functions, is_limited, departments, places }) => {
    const scope = is_limited ? { departments, places } : null;
    return { id, username, viewer: { id, role: role as Role, scope, functions: functionsWithin(scope, functions) } };
  });
}
