import type { AccessReview, accessReviews, Input, Parsed, ReviewPreview } from '@key2xs/contract';
import { type ReviewRefusal, refuseCompletion, refuseReviewDecision } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import { type RawBuilder, sql } from 'kysely';
import { recordEvent, recordEvents } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError, invalidField, notFound } from '#platform/errors';
import { accountsOf, asCaller, asProduct, type Reader } from '#platform/visible-to';
import { withSnapshot } from '../access/service';
import { peopleOf } from '../people/relation';
import { certainPeopleOfAccounts, ownOfAccounts } from './own-people';
import { type FrozenRight, readPopulation, type Wanted } from './population';
import { isItemOf } from './relation';
import { getReview } from './review-source';

type Admin = { deps: Deps; caller: Caller };

/** More rows would be too many parameters of one statement. */
const rowsAnInsert = 500;
const busiest = 20;

/** What a review would contain. @throws AppError as `startReview` */
export async function previewReview(deps: Deps, reader: Reader, wanted: Wanted): Promise<ReviewPreview> {
  refuseNothingChosen(wanted);
  return withSnapshot(deps.db, async (db) => {
    const inside = { ...reader, db };
    const { rights, systems } = await readPopulation(inside, wanted, { now: deps.clock(), isPreview: true });
    const who = ({ person_id, recorded_person_id, key_id }: FrozenRight) => person_id ?? recorded_person_id ?? key_id;
    const counts = new Map<string, number>();
    for (const { reviewer_id } of rights)
      if (reviewer_id !== null) counts.set(reviewer_id, (counts.get(reviewer_id) ?? 0) + 1);
    const most = [...counts].sort(([, a], [, b]) => b - a).slice(0, busiest);
    const names = await namesOf(
      inside,
      most.map(([id]) => id),
    );
    return {
      items: rights.length,
      people: new Set(rights.map(who)).size,
      alone: rights.filter(({ protection_class }) => protection_class === 4).length,
      without_rule: rights.filter(({ source }) => source !== 'rule').length,
      without_reviewer: rights.filter(({ reviewer_id }) => reviewer_id === null).length,
      reviewers: most.map(([id, items]) => ({ id, name: names.get(id) ?? '', items })),
      systems,
    };
  });
}

/** Reviewers need not be in the scope of who begins. */
async function namesOf({ db }: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom(peopleOf(asProduct(db)))
    .select(['id', 'display_name'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, display_name }) => [id, display_name]));
}

function refuseNothingChosen({ scope }: Wanted): void {
  if (scope.kind !== 'all' && scope.values.length === 0)
    throw invalidField('scope.values', say('accessReview.noneChosen'));
}

/**
 * Freezes who can open what, in one transaction with one snapshot.
 * @throws AppError validation_failed; not_found; conflict where a key system is not known whole, or there is nothing, or too much
 */
export async function startReview(
  { deps, caller }: Admin,
  { name, due_at, ...wanted }: Parsed<typeof accessReviews.start>['body'],
): Promise<AccessReview> {
  refuseNothingChosen(wanted);
  const now = deps.clock();
  if (Date.parse(due_at) <= now.getTime()) throw invalidField('due_at', say('accessReview.dueInThePast'));
  return deps.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const reader = asCaller(tx, caller);
      const { rights, scope_names, systems } = await readPopulation(reader, wanted, { now });
      const id = deps.newId();
      await tx
        .insertInto('access_review')
        .values({
          ...{ id, name, due_at, reviewers: wanted.reviewers, started_at: now, started_by: caller.name },
          ...{ scope_kind: wanted.scope.kind, scope_values: JSON.stringify(wanted.scope.values) },
          ...{ scope_names: JSON.stringify(scope_names), systems: JSON.stringify(systems) },
        })
        .execute();
      for (let at = 0; at < rights.length; at += rowsAnInsert) {
        const rows = rights.slice(at, at + rowsAnInsert).map(({ doors, rules, profiles, ...right }) => ({
          ...right,
          ...{ id: deps.newId(), review_id: id, door_ids: doors.map((door) => door.id) },
          ...{ doors: JSON.stringify(doors), rules: JSON.stringify(rules), profiles: JSON.stringify(profiles) },
        }));
        await tx.insertInto('access_review_item').values(rows).execute();
      }
      const shows_use = rights.some(({ used }) => used !== 'not_shown');
      const { scope, reviewers } = wanted;
      const details = { name, scope: { kind: scope.kind, names: scope_names }, reviewers, due_at, systems };
      await recordEvent(tx, caller, 'access_review.started', {
        id,
        details: { ...details, items: rights.length, shows_use },
      });
      return getReview({ reader, now }, id);
    });
}

const refusals = {
  own_right: 'accessReview.ownRight',
  one_by_one: 'accessReview.oneByOne',
  only_low_risk: 'accessReview.onlyLowRisk',
  only_keep: 'accessReview.onlyKeep',
  different_evidence: 'accessReview.differentEvidence',
  reason_needed: 'accessReview.reasonNeeded',
} as const satisfies Record<ReviewRefusal, string>;

/**
 * Decides rights of an open review. Nothing is removed by it.
 * @throws AppError not_found; forbidden for own rights; conflict, also where one is decided already and `again` is not set;
 * validation_failed without a reason, which a removal, a change, and whatever is decided again needs
 */
export async function decide(
  { deps, caller }: Admin,
  reviewId: string,
  { items, decision, reason, again, seconds, saw }: Parsed<typeof accessReviews.decide>['body'],
): Promise<{ decided: number }> {
  const ids = [...new Set(items)];
  return deps.db.transaction().execute(async (tx) => {
    const isOpen = await hold(tx, reviewId, 'share');
    const reader = asCaller(tx, caller);
    const rows = await tx
      .selectFrom('access_review_item as item')
      .selectAll('item')
      .where('item.review_id', '=', reviewId)
      .where(sql<boolean>`item.id = any(${ids}::uuid[])`)
      .where(isItemOf(reader))
      .orderBy('item.id')
      .forUpdate()
      .execute();
    if (rows.length !== ids.length) throw notFound('reviewed_access');
    if (!isOpen) throw new AppError('conflict', say('accessReview.closed'));
    const accounts = accountsOf(caller.actor ?? {});
    const own = await idsFrom(tx, ownOfAccounts(tx, accounts));
    const reviewing = await idsFrom(tx, certainPeopleOfAccounts(tx, accounts));
    const refusal = refuseReviewDecision(rows, { decision, reason, own });
    if (refusal === 'reason_needed') throw invalidField('reason', say(refusals[refusal]));
    if (refusal) throw new AppError(refusal === 'own_right' ? 'forbidden' : 'conflict', say(refusals[refusal]));
    const before = rows.find((row) => row.decision !== null);
    if (before && !again) {
      throw new AppError('conflict', say('accessReview.decidedBy', { name: before.decided_by ?? '' }));
    }
    if (before && reason === '') throw invalidField('reason', say(refusals.reason_needed));
    const acting = caller.actor?.acting?.as === 'deputy' ? caller.actor.acting : null;
    const decided = {
      ...{ decision, reason, seconds, saw, together: rows.length, decided_at: deps.clock() },
      ...{ decided_by: caller.name, decided_by_id: caller.actor?.id ?? null },
      ...{ deputy_for: acting?.username ?? null, deputy_for_id: acting?.id ?? null },
      ...{ removal: null, looked_at: null, effective_at: null },
    };
    for (const inPlace of [true, false]) {
      const some = rows.filter(({ reviewer_id }) => (reviewer_id !== null && !reviewing.has(reviewer_id)) === inPlace);
      if (some.length === 0) continue;
      await tx
        .updateTable('access_review_item')
        .set({ ...decided, in_place: inPlace })
        .where(
          'id',
          'in',
          some.map(({ id }) => id),
        )
        .execute();
    }
    const details = { decision, reason, seconds, saw, together: rows.length, deputy_for: acting?.username };
    await recordEvents(
      tx,
      caller,
      'access_review.decided',
      rows.map(({ id, evidence, decision: before }) => ({
        id: reviewId,
        details: { ...details, item: id, evidence, before },
      })),
    );
    return { decided: rows.length };
  });
}

async function idsFrom(tx: Tx, ids: RawBuilder<string>): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`select id from ${ids} as found`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** @throws AppError not_found; conflict where it has ended, or something is undecided; forbidden outside the scope, and to who has decided most of it */
export function completeReview(
  { deps, caller }: Admin,
  id: string,
  { note = '' }: Input<typeof accessReviews.complete>['body'],
): Promise<AccessReview> {
  return deps.db.transaction().execute(async (tx) => {
    const review = await holdOpen(tx, { deps, caller }, id);
    await requireWhole(tx, deps, review);
    const rows = await tx
      .selectFrom('access_review_item')
      .select(['decision', 'decided_by_id', 'deputy_for_id'])
      .where('review_id', '=', id)
      .execute();
    const undecided = rows.filter(({ decision }) => decision === null).length;
    const accounts = new Set(accountsOf(caller.actor ?? {}));
    // A deputy and whom it acts for are one.
    const decider = ({ decided_by_id, deputy_for_id }: (typeof rows)[number]) =>
      [decided_by_id, deputy_for_id].find((one) => one !== null && accounts.has(one)) ?? decided_by_id ?? '';
    const refusal = refuseCompletion(
      rows.map((row) => (row.decision === null ? null : decider(row))),
      accounts,
    );
    if (refusal === 'undecided') throw new AppError('conflict', say('accessReview.undecided', { count: undecided }));
    if (refusal) throw new AppError('forbidden', say('accessReview.samePerson'));
    return end(tx, { deps, caller }, review, { outcome: 'completed', note });
  });
}

/** @throws AppError not_found; conflict where it has ended; forbidden outside the scope */
export function stopReview({ deps, caller }: Admin, id: string, { reason }: { reason: string }): Promise<AccessReview> {
  return deps.db.transaction().execute(async (tx) => {
    const review = await holdOpen(tx, { deps, caller }, id);
    await requireWhole(tx, deps, review);
    return end(tx, { deps, caller }, review, { outcome: 'stopped', note: reason });
  });
}

async function end(
  tx: Tx,
  { deps, caller }: Admin,
  { id, name, kept, removed, changed, undecided }: AccessReview,
  { outcome, note }: { outcome: 'completed' | 'stopped'; note: string },
): Promise<AccessReview> {
  const now = deps.clock();
  await tx
    .updateTable('access_review')
    .set({ outcome, note, closed_at: now, closed_by: caller.name })
    .where('id', '=', id)
    .execute();
  await recordEvent(tx, caller, outcome === 'completed' ? 'access_review.completed' : 'access_review.stopped', {
    id,
    details: { name, kept, removed, changed, undecided, note },
  });
  return getReview({ reader: asCaller(tx, caller), now }, id);
}

/** @throws AppError forbidden where the review has rights that the caller may not see */
async function requireWhole(tx: Tx, deps: Deps, { id, items }: AccessReview): Promise<void> {
  const all = await getReview({ reader: asProduct(tx), now: deps.clock() }, id);
  if (all.items > items) throw new AppError('forbidden', say('accessReview.partlyOutside'));
}

/** An open review that no one ends, or decides in, meanwhile. @throws AppError not_found, conflict */
async function holdOpen(tx: Tx, { deps, caller }: Admin, id: string): Promise<AccessReview> {
  await hold(tx, id, 'update');
  const review = await getReview({ reader: asCaller(tx, caller), now: deps.clock() }, id);
  if (review.state !== 'open') throw new AppError('conflict', say('accessReview.closed'));
  return review;
}

/** Keeps others from ending a review meanwhile; several may `share` it. @returns whether it is open @throws AppError not_found */
async function hold(tx: Tx, id: string, mode: 'share' | 'update'): Promise<boolean> {
  const row = tx.selectFrom('access_review').select('outcome').where('id', '=', id);
  const held = await (mode === 'share' ? row.forShare() : row.forUpdate()).executeTakeFirst();
  if (!held) throw notFound('access_review');
  return held.outcome === null;
}
