import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { declareList } from '../api/list';
import { openTo } from '../api/roles';
import { ById, Instant, Name, Reason, Search } from '../fields/common';
import { NamedRecord } from '../fields/named-record';
import { lineOf } from '../fields/text';

const reviewers = openTo('review_access');

/** A review of more would not be read by anybody. */
export const maxReviewedRights = 20_000;
/** Rights that are kept at once. */
export const maxTogether = 200;

export const reviewScopes = ['all', 'plans', 'places', 'departments'] as const;
const ReviewScope = z.object({
  kind: z
    .enum(reviewScopes)
    .describe('plans: the doors that they open. places: their doors and those below. departments: their people.'),
  values: z.array(z.string().max(200)).max(200).describe('Ids, or the names of departments.'),
});

export const reviewDecisions = ['keep', 'remove', 'change'] as const;
export type ReviewDecision = (typeof reviewDecisions)[number];

export const removalStates = ['in_plan', 'recorded', 'on_key', 'effective'] as const;
export type RemovalState = (typeof removalStates)[number];

const ReviewedSystem = z.object({
  id: z.uuid(),
  name: z.string(),
  read_at: Instant.describe('Its last complete read when the review began.'),
});

export const AccessReview = z.object({
  id: z.uuid(),
  name: z.string(),
  scope_kind: z.enum(reviewScopes),
  scope_names: z.array(z.string()).describe('Empty for readers who do not see all of it.'),
  reviewers: z.enum(['owner', 'manager']).describe('Who is to decide: owners of places, or managers of people.'),
  systems: z.array(ReviewedSystem).describe('Whose records were frozen.'),
  started_at: Instant,
  started_by: z.string(),
  due_at: Instant,
  state: z.enum(['open', 'completed', 'stopped']),
  closed_at: Instant.nullable(),
  closed_by: z.string().nullable(),
  note: z.string().describe('Why it was stopped, or what was said on completion.'),
  is_overdue: z.boolean(),
  items: z.int().describe('Of what the reader may see, as all figures here.'),
  undecided: z.int(),
  kept: z.int(),
  removed: z.int(),
  changed: z.int(),
  effective: z.int().describe('Removals that have taken effect.'),
});
export type AccessReview = z.infer<typeof AccessReview>;

export const ReviewedAccess = z.object({
  id: z.uuid(),
  subject: z
    .enum(['person', 'recorded_person', 'key', 'erased'])
    .describe('recorded_person: of a key system alone. key: without a known holder. erased: not kept any more.'),
  subject_id: z.uuid().nullable(),
  subject_name: z.string(),
  department: z.string().nullable().describe('When the review began.'),
  place_id: z.uuid().nullable(),
  place_name: z.string().nullable(),
  doors: z.array(NamedRecord),
  source: z
    .enum(['rule', 'left_over', 'key_system'])
    .describe('left_over: recorded by us, and no plan gives it any more. key_system: entered there, and in no plan.'),
  rules: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      plan_id: z.uuid(),
      plan_name: z.string(),
      is_by_name: z.boolean().describe('It names the person.'),
    }),
  ),
  profiles: z.array(z.string()).describe('Of the key system, through which it is recorded.'),
  recorded: z.enum(['all', 'some', 'none']).describe('How many of the doors key systems had recorded.'),
  since: Instant.nullable().describe('Since when the oldest of the rules has been in force; null: not known.'),
  used: z
    .enum(['yes', 'no', 'not_known', 'not_shown'])
    .describe('A door was opened in the 90 days before. not_shown: who began the review may not see names in events.'),
  peers: z.int().describe('Other active people of the department.'),
  peers_with: z.int().describe('Those who may open a door of the same place.'),
  protection_class: z.int().nullable(),
  reviewer_id: z.uuid().nullable(),
  reviewer_name: z.string().nullable().describe('Null: those who review access.'),
  is_own: z.boolean().describe('It is a right of the reader, who cannot decide it.'),
  evidence: z.string().describe('Equal for rights with the same evidence.'),
  decision: z.enum(reviewDecisions).nullable(),
  reason: z.string(),
  decided_at: Instant.nullable(),
  decided_by: z.string().nullable(),
  deputy_for: z.string().nullable().describe('The administrator for whom it was decided.'),
  in_place: z.boolean().describe('Decided by someone else than the reviewer.'),
  seconds: z.int().nullable().describe('How long it was looked at.'),
  together: z.int().nullable().describe('How many were decided at once.'),
  saw: z.enum(['row', 'details']).nullable().describe('What was open when it was decided.'),
  removal: z.enum(removalStates).nullable().describe('How far the removal has come, as last looked at.'),
  looked_at: Instant.nullable(),
  effective_at: Instant.nullable(),
});
export type ReviewedAccess = z.infer<typeof ReviewedAccess>;

export const accessReviewList = declareList({
  path: '/access-reviews',
  summary: 'Access reviews with their progress',
  ...reviewers,
  item: AccessReview,
  filter: { state: z.enum(['open', 'completed', 'stopped']).optional() },
  sorts: ['started_at'],
  usual: '-started_at',
  csv: {
    columns: [
      'name',
      'scope_kind',
      'scope_names',
      'reviewers',
      'started_at',
      'started_by',
      'due_at',
      'state',
      'closed_at',
      'closed_by',
      'note',
      'items',
      'undecided',
      'kept',
      'removed',
      'changed',
      'effective',
    ],
    audit: 'access_reviews.exported',
  },
});

export const reviewedAccessList = declareList({
  path: '/access-reviews/:id/items',
  summary: 'The rights of an access review, with evidence and decisions',
  ...reviewers,
  params: ById,
  item: ReviewedAccess,
  filter: {
    search: Search.optional().describe('Part of the name of the person or of the place.'),
    decision: z.enum([...reviewDecisions, 'undecided']).optional(),
    mine: z.enum(['true']).optional().describe('Those for which the reader is the reviewer.'),
    source: z.enum(['rule', 'left_over', 'key_system']).optional(),
    removal: z
      .enum([...removalStates, 'open'])
      .optional()
      .describe('open: all that are not effective.'),
    protection_class: z.coerce.number().int().min(1).max(4).optional(),
  },
  sorts: ['person', 'place', 'protection_class'],
  name: 'access-review-items',
  csv: {
    columns: [
      'id',
      'subject',
      'subject_name',
      'department',
      'place_name',
      'doors',
      'source',
      'rules',
      'profiles',
      'recorded',
      'since',
      'used',
      'peers',
      'peers_with',
      'protection_class',
      'reviewer_name',
      'decision',
      'reason',
      'decided_at',
      'decided_by',
      'deputy_for',
      'in_place',
      'seconds',
      'together',
      'saw',
      'removal',
      'looked_at',
      'effective_at',
      'evidence',
    ],
    audit: 'access_reviews.exported',
  },
  errors: ['not_found'],
});

const Wanted = {
  scope: ReviewScope,
  reviewers: z.enum(['owner', 'manager']),
};

export const ReviewPreview = z.object({
  items: z.int(),
  people: z.int(),
  alone: z.int().describe('At places of class 4.'),
  without_rule: z.int().describe('In no plan.'),
  without_reviewer: z.int().describe('For those who review access.'),
  reviewers: z.array(z.object({ id: z.uuid(), name: z.string(), items: z.int() })).describe('The busiest twenty.'),
  systems: z.array(ReviewedSystem),
});
export type ReviewPreview = z.infer<typeof ReviewPreview>;

export const accessReviews = {
  list: accessReviewList.page,
  exportCsv: accessReviewList.csv,
  items: reviewedAccessList.page,
  exportItemsCsv: reviewedAccessList.csv,
  get: endpoint({
    method: 'GET',
    path: '/access-reviews/:id',
    summary: 'An access review with its figures',
    ...reviewers,
    audit: { none: 'read-only' },
    params: ById,
    response: AccessReview,
    errors: ['not_found'],
  }),
  preview: endpoint({
    method: 'POST',
    path: '/access-review-previews',
    summary: 'What an access review would contain, and who would decide',
    ...reviewers,
    audit: { none: 'read-only' },
    body: z.strictObject(Wanted),
    response: ReviewPreview,
    errors: ['conflict', 'not_found', 'validation_failed'],
  }),
  start: endpoint({
    method: 'POST',
    path: '/access-reviews',
    summary: 'Begin an access review: the rights are frozen as they are, those without a rule included',
    ...reviewers,
    audit: 'access_review.started',
    changes: ['access-reviews'],
    status: 201,
    body: z.strictObject({ name: Name, ...Wanted, due_at: Instant }),
    response: AccessReview,
    errors: ['conflict', 'not_found', 'validation_failed'],
  }),
  decide: endpoint({
    method: 'POST',
    path: '/access-reviews/:id/decisions',
    summary:
      'Decide rights of an access review; several at once are only kept, at low risk and with the same evidence. Nothing is removed by it',
    ...reviewers,
    audit: { each: 'access_review.decided' },
    changes: ['access-reviews'],
    params: ById,
    body: z.strictObject({
      items: z.array(z.uuid()).min(1).max(maxTogether),
      decision: z.enum(reviewDecisions),
      reason: lineOf({ min: 0, max: 500 })
        .default('')
        .describe('Needed for remove and change, and for what is decided again.'),
      again: z.boolean().default(false).describe('Also what is decided already.'),
      seconds: z.int().min(0).max(86_400),
      saw: z.enum(['row', 'details']),
    }),
    response: z.object({ decided: z.int() }),
    errors: ['not_found', 'conflict', 'forbidden', 'validation_failed'],
  }),
  complete: endpoint({
    method: 'POST',
    path: '/access-reviews/:id/completions',
    summary: 'Complete an access review in which all is decided; no one completes what they alone have decided',
    ...reviewers,
    audit: 'access_review.completed',
    changes: ['access-reviews'],
    params: ById,
    body: z.strictObject({ note: lineOf({ min: 0, max: 500 }).default('') }),
    response: AccessReview,
    errors: ['not_found', 'conflict', 'forbidden'],
  }),
  stop: endpoint({
    method: 'POST',
    path: '/access-reviews/:id/stops',
    summary: 'Stop an access review that is not to be completed; its decisions stay readable',
    ...reviewers,
    audit: 'access_review.stopped',
    changes: ['access-reviews'],
    params: ById,
    body: z.strictObject({ reason: Reason }),
    response: AccessReview,
    errors: ['not_found', 'conflict', 'forbidden', 'validation_failed'],
  }),
};
