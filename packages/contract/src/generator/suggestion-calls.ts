import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { declareList } from '../api/list';
import { openTo } from '../api/roles';
import { ById, Instant, Name, Reason, Search } from '../fields/common';
import { PlanDelta } from '../key-plans/plan-changes';
import { TimeRestriction } from '../key-plans/rules/access-rules';
import { PlanNewcomers } from './newcomers';
import { CleaningFinding, GeneratorRun, PlanChoice } from './runs';
import { Suggestion, SuggestionDecision, SuggestionDetail, SuggestionEdit } from './suggestions';

const none = { none: 'read-only' } as const;
const asked = openTo('edit_plans');
const onRun = { ...asked, params: ById } as const;
const OnSuggestion = z.object({ id: z.uuid(), suggestion_id: z.uuid() });
const Changed = z.object({ run: GeneratorRun, suggestions: z.array(Suggestion).describe('Those that differ now.') });

export const suggestionList = declareList({
  path: '/key-plan-ai/runs/:id/suggestions',
  summary: 'Suggestions of a run',
  ...onRun,
  item: Suggestion,
  filter: {
    search: Search.optional(),
    kind: Suggestion.shape.kind.optional(),
    decision: SuggestionDecision.optional(),
    min_confidence: z.coerce.number().min(0).max(1).optional(),
    cylinder_id: z.uuid().optional(),
    person_id: z.uuid().optional(),
  },
  sorts: ['position', 'name', 'people', 'doors', 'rights', 'confidence', 'additions'],
  errors: ['not_found'],
  csv: {
    columns: [
      'name',
      'kind',
      'conditions',
      'people',
      'doors',
      'rights',
      'confidence',
      'additions',
      'decision',
      'reason',
    ],
    audit: 'generator_run.exported',
  },
});

export const cleaningList = declareList({
  path: '/key-plan-ai/runs/:id/findings',
  summary: 'What should be looked at in the access that a run read',
  ...onRun,
  item: CleaningFinding,
  filter: {
    kind: CleaningFinding.shape.kind.optional(),
    owner: z.string().max(200).optional(),
    decision: CleaningFinding.shape.decision.optional(),
  },
  sorts: ['share', 'owner', 'kind'],
  errors: ['not_found'],
  csv: {
    columns: ['owner', 'kind', 'sentence', 'person', 'door', 'share', 'decision'],
    audit: 'generator_run.exported',
  },
});

/** What a run suggests, what is made of it, and the plan that is drafted from it. */
export const suggestions = {
  suggestions: suggestionList.page,
  exportSuggestions: suggestionList.csv,
  suggestion: endpoint({
    ...asked,
    method: 'GET',
    path: '/key-plan-ai/runs/:id/suggestions/:suggestion_id',
    summary: 'A suggestion with its people, its doors and its alternatives',
    audit: none,
    params: OnSuggestion,
    response: SuggestionDetail,
    errors: ['not_found'],
  }),
  editSuggestion: endpoint({
    ...asked,
    method: 'PATCH',
    path: '/key-plan-ai/runs/:id/suggestions/:suggestion_id',
    summary: 'Decide on a suggestion: accept, reject, rename, pin or change it',
    audit: 'generator_suggestion.decided',
    changes: ['generator'],
    params: OnSuggestion,
    body: SuggestionEdit,
    response: Changed,
    errors: ['not_found', 'conflict', 'version_conflict'],
  }),
  acceptMany: endpoint({
    ...onRun,
    method: 'POST',
    path: '/key-plan-ai/runs/:id/accept',
    summary: 'Accept all open suggestions of at least this confidence that give nothing new and open no sensitive door',
    audit: 'generator_suggestion.decided',
    changes: ['generator'],
    body: z.strictObject({
      min_confidence: z.number().min(0).max(1),
      expected: z.int().min(0).optional().describe('How many the caller was shown; another number refuses.'),
    }),
    response: z.object({
      run: GeneratorRun,
      accepted: z.int(),
      left: z.int().describe('Open ones of this confidence that give something new or open a sensitive door.'),
    }),
    errors: ['not_found', 'conflict'],
  }),
  split: endpoint({
    ...asked,
    method: 'POST',
    path: '/key-plan-ai/runs/:id/suggestions/:suggestion_id/split',
    summary: 'Split a suggestion in two by its doors',
    audit: 'generator_suggestion.split',
    changes: ['generator'],
    params: OnSuggestion,
    body: z.strictObject({
      cylinder_ids: z.array(z.uuid()).min(1).max(5_000).describe('Doors of the second.'),
      name: Name,
    }),
    response: Changed,
    errors: ['not_found', 'conflict', 'version_conflict'],
  }),
  merge: endpoint({
    ...asked,
    method: 'POST',
    path: '/key-plan-ai/runs/:id/suggestions/:suggestion_id/merge',
    summary: 'Merge suggestions for the same people, or with the same doors, into this one',
    audit: 'generator_suggestion.merged',
    changes: ['generator'],
    params: OnSuggestion,
    body: z.strictObject({ with: z.array(z.uuid()).min(1).max(50) }),
    response: Changed,
    errors: ['not_found', 'conflict', 'version_conflict'],
  }),
  matrix: endpoint({
    ...onRun,
    method: 'GET',
    path: '/key-plan-ai/runs/:id/matrix',
    summary: 'The access that a run read, people in blocks of the same suggestions',
    audit: none,
    response: z.object({
      last_event_id: z.string(),
      columns: z
        .array(
          z.object({
            id: z.uuid(),
            label: z.string(),
            detail: z.string(),
            location_path: z.string().nullable(),
            protection_class: z.int().nullable(),
          }),
        )
        .describe('Doors, those of the same suggestions side by side.'),
      rows: z
        .array(
          z.object({
            label: z.string(),
            people: z.int(),
            cells: z
              .array(z.tuple([z.int(), z.int(), z.number(), z.int()]))
              .describe(
                'Column, index into `suggestions` (-1: single, -2: on request, -3: not folded yet), share of the people of the row, index into `schedules` (-1: not all of them at the same hours).',
              ),
          }),
        )
        .describe('Groups of people with the same suggestions, largest first; at most 400.'),
      suggestions: z.array(z.uuid()),
      schedules: z
        .array(z.array(TimeRestriction))
        .describe('When rights hold; the first, without restriction: always.'),
      is_partial: z.boolean().describe('The run goes on: in blocks of what it has suggested so far.'),
      rows_left_out: z.int(),
    }),
    errors: ['not_found'],
  }),
  choices: endpoint({
    ...onRun,
    method: 'GET',
    path: '/key-plan-ai/runs/:id/choices',
    summary: 'Up to seven plans to choose from, by number of profiles: what each takes against what it gains',
    audit: none,
    response: z.object({
      items: z.array(PlanChoice).max(7),
      is_calculating: z.boolean().describe('More are being worked out.'),
    }),
    errors: ['not_found'],
  }),
  choose: endpoint({
    ...onRun,
    method: 'POST',
    path: '/key-plan-ai/runs/:id/choose',
    summary: 'Take one of the plans to choose from, accepted as a whole, in place of the suggestions of the run',
    audit: 'generator_run.plan_chosen',
    changes: ['generator'],
    body: z.strictObject({
      choice_id: z.string().min(1).max(100),
      accept_additions: z
        .int()
        .min(0)
        .default(0)
        .describe('The number of rights newly given, as it was shown; 0: none.'),
    }),
    response: z.object({ run: GeneratorRun, accepted: z.int().describe('Suggestions; rejected ones stay rejected.') }),
    errors: ['not_found', 'conflict'],
  }),
  findings: cleaningList.page,
  exportFindings: cleaningList.csv,
  decideFindings: endpoint({
    ...onRun,
    method: 'POST',
    path: '/key-plan-ai/runs/:id/findings/decide',
    summary: 'Decide what becomes of findings in the draft',
    audit: 'generator_finding.decided',
    changes: ['generator'],
    body: z.strictObject({
      ids: z.array(z.string().max(100)).min(1).max(500),
      decision: CleaningFinding.shape.decision,
      reason: Reason.optional(),
    }),
    response: z.object({ decided: z.int() }),
    errors: ['not_found', 'conflict'],
  }),
  draft: endpoint({
    ...onRun,
    method: 'POST',
    path: '/key-plan-ai/runs/:id/draft',
    summary: 'Write the accepted suggestions and all other rights of today as the draft of a plan that is not active',
    audit: 'generator_run.drafted',
    changes: ['generator', 'key-plans'],
    body: z.strictObject({
      name: Name.describe('Of a new plan; one whose draft is replaced keeps its name.'),
      keyplan_id: z.uuid().nullable().default(null).describe('A plan whose draft is replaced; null: a new plan.'),
      rest: z
        .enum(['single', 'leave_out'])
        .default('single')
        .describe(
          'single: rights of no accepted suggestion are kept for each person. leave_out: they end when the plan is activated.',
        ),
    }),
    response: z.object({
      run: GeneratorRun,
      keyplan_id: z.uuid(),
      rules: z.int(),
      profiles: z.int(),
      rights_unwritten: z
        .int()
        .describe('Of the rights that were read: their people or doors are gone since, so that no plan can give them.'),
      delta: PlanDelta.describe('Against the access that was read.'),
    }),
    errors: ['not_found', 'conflict'],
  }),
  proof: endpoint({
    ...onRun,
    method: 'GET',
    path: '/key-plan-ai/runs/:id/proof',
    summary: 'The plan of a run with its lower bound, for a checker',
    audit: 'generator_run.exported',
    produces: 'file',
    query: z.strictObject({
      anonymous: z.stringbool().default(false).describe('With shuffled numbers instead of names and ids.'),
    }),
    response: z.string(),
    errors: ['not_found', 'conflict'],
  }),
  quality: endpoint({
    ...openTo('view_plans'),
    method: 'GET',
    path: '/key-plan/keyplans/:id/quality',
    summary: 'How good a plan is, night by night',
    audit: none,
    params: ById,
    response: z.object({
      items: z
        .array(
          z.object({
            at: Instant,
            profiles: z.int(),
            links: z.int(),
            rules: z.int(),
            coverage: z.number().describe('The share of rights by rules on attributes.'),
            lower_bound: z.int(),
            gap: z.int().describe('Profiles above the lower bound.'),
          }),
        )
        .describe('Oldest first, at most 400; none for a reader who may see only some people or doors.'),
      advice: z.string().nullable().describe('That a new run is worth it, and why; null: it is not.'),
      newcomers: PlanNewcomers.nullable().describe(
        'People and doors since a run drafted the plan; null where none did, or one that read only a part of them.',
      ),
    }),
    errors: ['not_found'],
  }),
};
