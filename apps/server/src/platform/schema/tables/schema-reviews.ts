import type { AccessReview, ReviewedAccess } from '@key2xs/contract';
import type { Generated } from 'kysely';
import type { At, Json, MaybeAt } from './schema-columns';

export type ReviewTables = {
  access_review: {
    id: string;
    name: string;
    scope_kind: AccessReview['scope_kind'];
    scope_values: Json<string[]>;
    scope_names: Json<string[]>;
    reviewers: AccessReview['reviewers'];
    systems: Json<AccessReview['systems']>;
    started_at: At;
    started_by: string;
    due_at: At;
    outcome: 'completed' | 'stopped' | null;
    closed_at: MaybeAt;
    closed_by: string | null;
    note: Generated<string>;
  };
  /** One row for each person, place and reason, as it was when the review began. */
  access_review_item: {
    id: string;
    review_id: string;
    subject: 'person' | 'recorded_person' | 'key';
    /** All null: erased since. */
    person_id: string | null;
    recorded_person_id: string | null;
    key_id: string | null;
    department: string | null;
    place_id: string | null;
    place_name: string | null;
    doors: Json<ReviewedAccess['doors']>;
    door_ids: string[];
    source: ReviewedAccess['source'];
    rules: Json<ReviewedAccess['rules']>;
    profiles: Json<string[]>;
    recorded: ReviewedAccess['recorded'];
    since: MaybeAt;
    used: ReviewedAccess['used'];
    peers: number;
    peers_with: number;
    protection_class: number | null;
    reviewer_id: string | null;
    evidence: string;
    decision: Generated<ReviewedAccess['decision']>;
    reason: Generated<string>;
    decided_at: MaybeAt;
    decided_by: Generated<string | null>;
    decided_by_id: Generated<string | null>;
    deputy_for: Generated<string | null>;
    deputy_for_id: Generated<string | null>;
    in_place: Generated<boolean>;
    seconds: Generated<number | null>;
    together: Generated<number | null>;
    saw: Generated<ReviewedAccess['saw']>;
    removal: Generated<ReviewedAccess['removal']>;
    looked_at: MaybeAt;
    effective_at: MaybeAt;
  };
};
