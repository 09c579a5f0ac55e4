import { type AccessReview, accessReviewList, type ReviewedAccess, reviewedAccessList } from '@key2xs/contract';
import { type RawBuilder, sql } from 'kysely';
import { notFound } from '#platform/errors';
import { listSource } from '#platform/list/list-source';
import { readRow } from '#platform/list/read-some';
import { accountsOf, asProduct, type Reader } from '#platform/visible-to';
import { keysOf } from '../keys/relation';
import { peopleOf } from '../people/relation';
import { certainPeopleOfAccounts, ownOfAccounts } from './own-people';
import { isItemOf } from './relation';

const count = (
  reader: Reader,
  condition: RawBuilder<unknown>,
) => sql<number>`(select count(*)::int from access_review_item as item
  where item.review_id = access_review.id and ${isItemOf(reader)} and ${condition})`;

/** Whether the reader may see every right of a review, and with that what was chosen for it. */
const isWhole = (reader: Reader): RawBuilder<boolean> =>
  reader.viewer.scope === null
    ? sql<boolean>`true`
    : sql<boolean>`not exists (select from access_review_item as item
        where item.review_id = access_review.id and not coalesce(${isItemOf(reader)}, false))`;

/** Reviews of which the reader may see a right, with figures of those. */
export const reviewSource = (reader: Reader, now: Date) => {
  const isVisible =
    reader.viewer.scope === null
      ? sql<boolean>`true`
      : sql<boolean>`exists (select from access_review_item as item
          where item.review_id = access_review.id and ${isItemOf(reader)})`;
  return listSource(accessReviewList, (db) => db.selectFrom('access_review').where(isVisible))({
    resource: 'access_reviews',
    show: (reviews) =>
      reviews.select([
        'access_review.id',
        'access_review.name',
        'access_review.scope_kind',
        sql<string[]>`case when ${isWhole(reader)} then access_review.scope_names else '[]'::jsonb end`.as(
          'scope_names',
        ),
        'access_review.reviewers',
        'access_review.systems',
        'access_review.started_at',
        'access_review.started_by',
        'access_review.due_at',
        sql<AccessReview['state']>`coalesce(access_review.outcome, 'open')`.as('state'),
        'access_review.closed_at',
        'access_review.closed_by',
        'access_review.note',
        sql<boolean>`access_review.outcome is null and access_review.due_at < ${now}`.as('is_overdue'),
        count(reader, sql`true`).as('items'),
        count(reader, sql`item.decision is null`).as('undecided'),
        count(reader, sql`item.decision = 'keep'`).as('kept'),
        count(reader, sql`item.decision = 'remove'`).as('removed'),
        count(reader, sql`item.decision = 'change'`).as('changed'),
        count(reader, sql`item.effective_at is not null`).as('effective'),
      ]),
    id: 'access_review.id',
    isCostly: true,
    filters: { state: (state) => sql<boolean>`coalesce(access_review.outcome, 'open') = ${state}` },
    sorts: { started_at: 'access_review.started_at' },
    present: presentReview,
    cells: { scope_names: ({ scope_names }) => scope_names.join('; ') },
  });
};

type ReviewRow = Omit<AccessReview, 'started_at' | 'due_at' | 'closed_at'> & {
  started_at: Date;
  due_at: Date;
  closed_at: Date | null;
};

const presentReview = ({ started_at, due_at, closed_at, ...row }: ReviewRow): AccessReview => ({
  ...row,
  started_at: started_at.toISOString(),
  due_at: due_at.toISOString(),
  closed_at: closed_at?.toISOString() ?? null,
});

type Asking = { reader: Reader; now: Date };

/** @throws AppError not_found */
export async function getReview({ reader, now }: Asking, id: string): Promise<AccessReview> {
  const row = await readRow(reader, reviewSource(reader, now), id);
  if (!row) throw notFound('access_review');
  return presentReview(row);
}

/** The rights of a review that the reader may see. @throws AppError not_found */
export async function reviewedSource({ reader, now }: Asking, id: string) {
  await getReview({ reader, now }, id);
  const own = sql<boolean>`coalesce(
    coalesce(item.person_id, item.recorded_person_id, item.key_id) in ${ownOfAccounts(reader.db, accountsOf(reader.viewer))}, false)`;
  return listSource(reviewedAccessList, (db, params) =>
    db
      .selectFrom('access_review_item as item')
      .leftJoin(peopleOf(asProduct(db)), 'person.id', 'item.person_id')
      .leftJoin('recorded_person as recorded_holder', 'recorded_holder.id', 'item.recorded_person_id')
      .leftJoin(keysOf(asProduct(db)), 'key.id', 'item.key_id')
      .where('item.review_id', '=', params.id)
      .where(isItemOf(reader)),
  )({
    resource: 'access_reviews',
    show: (items) =>
      items
        .leftJoin(peopleOf(asProduct(reader.db), 'reviewer'), 'reviewer.id', 'item.reviewer_id')
        .selectAll('item')
        .select(['person.display_name as person_name', 'recorded_holder.full_name as holder_name', 'key.marking'])
        .select(['reviewer.display_name as reviewer_name', own.as('is_own')]),
    id: 'item.id',
    isCostly: true,
    filters: {
      decision: (decision) =>
        decision === 'undecided' ? sql<boolean>`item.decision is null` : sql<boolean>`item.decision = ${decision}`,
      mine: () => sql<boolean>`item.reviewer_id in ${certainPeopleOfAccounts(reader.db, accountsOf(reader.viewer))}`,
      source: 'item.source',
      removal: (state) =>
        state === 'open'
          ? sql<boolean>`(item.decision = 'remove' and item.effective_at is null)`
          : sql<boolean>`item.removal = ${state}`,
      protection_class: 'item.protection_class',
    },
    search: (pattern) =>
      sql`(person.search_text like ${pattern} or recorded_holder.search_text like ${pattern} or lower(key.marking) like ${pattern} or lower(item.place_name) like ${pattern})`,
    sorts: {
      person: [
        sql`coalesce(person.display_name, recorded_holder.full_name, key.marking)`,
        sql`item.person_id`,
        'item.place_name',
      ],
      place: ['item.place_name', sql`coalesce(person.display_name, recorded_holder.full_name, key.marking)`],
      protection_class: { unknownLast: 'item.protection_class' },
    },
    present: presentItem,
    cells: {
      doors: ({ doors }) => doors.map(({ name }) => name).join('; '),
      rules: ({ rules }) => rules.map(({ name, plan_name }) => `${plan_name}: ${name}`).join('; '),
      profiles: ({ profiles }) => profiles.join('; '),
    },
  });
}

type Instants = 'since' | 'decided_at' | 'looked_at' | 'effective_at';
type ItemRow = Omit<ReviewedAccess, Instants | 'subject' | 'subject_id' | 'subject_name'> & {
  [Name in Instants]: Date | null;
} & {
  subject: 'person' | 'recorded_person' | 'key';
  person_id: string | null;
  recorded_person_id: string | null;
  key_id: string | null;
  person_name: string | null;
  holder_name: string | null;
  marking: string | null;
};

function presentItem({ person_name, holder_name, marking, ...row }: ItemRow): ReviewedAccess {
  const name = { person: person_name, recorded_person: holder_name, key: marking }[row.subject];
  const id = { person: row.person_id, recorded_person: row.recorded_person_id, key: row.key_id }[row.subject];
  const { since, decided_at, looked_at, effective_at } = row;
  return {
    ...row,
    subject: name === null ? 'erased' : row.subject,
    subject_id: id,
    subject_name: name ?? '',
    since: since?.toISOString() ?? null,
    decided_at: decided_at?.toISOString() ?? null,
    looked_at: looked_at?.toISOString() ?? null,
    effective_at: effective_at?.toISOString() ?? null,
  };
}
