import type { GeneratorFigures, GeneratorRun, Suggestion } from '@key2xs/contract';

const idOf = (kind: string, n: number) => `01900000-0000-7000-8000-${kind}${String(n).padStart(11, '0')}`;

export const runId = idOf('a', 1);
export const suggestionId = (n: number) => idOf('b', n);

export const figures = (fields: Partial<GeneratorFigures> = {}): GeneratorFigures => ({
  rights: 18_204,
  by_rules: 12_000,
  by_profiles: 5_000,
  on_request: 204,
  single: 1_000,
  rules: 120,
  profiles: 238,
  links: 3_100,
  links_before: 18_204,
  lower_bound: 238,
  additions: 0,
  coverage: 0.934,
  orphaned: 12,
  doubled: 40,
  is_partial: false,
  ...fields,
});

/** A finished run. */
export const aRun = (fields: Partial<GeneratorRun> = {}): GeneratorRun => ({
  id: runId,
  status: 'finished',
  phase: null,
  settings: {
    source: { kind: 'recorded', key_system_connection_id: null },
    scope: { iam_connection_ids: [], departments: [], location_ids: [] },
    mode: 'rules_first',
    attributes: ['department', 'job_title', 'group'],
    generosity: 'never',
    min_people: 3,
    max_suggestions: 5_000,
    used_within_days: null,
    never_both: [],
    needs_approval: [],
    previous_run_id: null,
  },
  seed: 7,
  started_by: 'ada',
  created_at: '2026-03-01T08:00:00Z',
  finished_at: '2026-03-01T08:00:04Z',
  task_id: null,
  last_event_id: '16',
  input: {
    revision: 'r1',
    read_at: '2026-03-01T08:00:00Z',
    people: 400,
    cylinders: 90,
    rights: 18_204,
    people_unknown: 0,
    rights_orphaned: 0,
    attributes: [{ name: 'department', values: 12, people_without: 3 }],
    language_model: null,
  },
  figures: figures(),
  is_out_of_date: 'no',
  warnings: [],
  nothing: null,
  error: null,
  decided: { accepted: 0, rejected: 0, open: 2 },
  draft: null,
  ...fields,
});

/** An open rule that fits all of its people. */
export const aSuggestion = (n: number, fields: Partial<Suggestion> = {}): Suggestion => ({
  id: suggestionId(n),
  position: n,
  kind: 'rule',
  name: `Ward ${n}`,
  name_by: 'generator',
  explanation: null,
  conditions: [{ attribute: 'department', value: `Ward ${n}`, name: `Ward ${n}` }],
  people: 40,
  doors: 3,
  rights: 120,
  confidence: 1,
  support: 40,
  lift: 6.5,
  additions: 0,
  additions_accepted: false,
  outliers: 0,
  risks: [],
  recorded_profile: null,
  hours: [],
  decision: 'open',
  decided_by: null,
  reason: null,
  pinned: false,
  version: 1,
  ...fields,
});
