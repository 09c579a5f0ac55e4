import { type Kysely, sql } from 'kysely';

const statements = [
  `create table access_review (
    id uuid primary key,
    name text not null,
    scope_kind text not null check (scope_kind in ('all', 'plans', 'places', 'departments')),
    scope_values jsonb not null,
    scope_names jsonb not null,
    reviewers text not null check (reviewers in ('owner', 'manager')),
    systems jsonb not null,
    started_at timestamptz not null,
    started_by text not null,
    due_at timestamptz not null,
    outcome text check (outcome in ('completed', 'stopped')),
    closed_at timestamptz,
    closed_by text,
    note text not null default ''
  )`,
  // One row for each person, place and reason. Names of people are in no column, so that erasing them leaves the decisions.
  `create table access_review_item (
    id uuid primary key,
    review_id uuid not null references access_review on delete cascade,
    subject text not null check (subject in ('person', 'recorded_person', 'key')),
    person_id uuid references person on delete set null,
    recorded_person_id uuid references recorded_person on delete set null,
    key_id uuid references key on delete set null,
    department text,
    place_id uuid references location on delete set null,
    place_name text,
    doors jsonb not null,
    door_ids uuid[] not null,
    source text not null check (source in ('rule', 'left_over', 'key_system')),
    rules jsonb not null,
    profiles jsonb not null,
    recorded text not null check (recorded in ('all', 'some', 'none')),
    since timestamptz,
    used text not null check (used in ('yes', 'no', 'not_known', 'not_shown')),
    peers int not null,
    peers_with int not null,
    protection_class int,
    reviewer_id uuid references person on delete set null,
    evidence text not null,
    decision text check (decision in ('keep', 'remove', 'change')),
    reason text not null default '',
    decided_at timestamptz,
    decided_by text,
    decided_by_id uuid,
    deputy_for text,
    deputy_for_id uuid,
    in_place boolean not null default false,
    seconds int,
    together int,
    saw text check (saw in ('row', 'details')),
    removal text check (removal in ('in_plan', 'recorded', 'on_key', 'effective')),
    looked_at timestamptz,
    effective_at timestamptz
  )`,
  `create index on access_review_item (review_id)`,
  `create index on access_review_item (person_id)`,
  `create index on access_review_item (recorded_person_id)`,
  `create index on access_review_item (key_id)`,
  `create index on access_review_item (place_id)`,
  `create index on access_review_item (reviewer_id)`,
  `create index on access_review_item (id) where decision = 'remove' and effective_at is null`,
];

/** Rights that are frozen and decided one after the other. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
