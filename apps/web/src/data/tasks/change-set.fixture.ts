import type { ChangeSet, ChangeSetItem } from '@key2xs/contract';

/** A waiting directory change set that no guard stopped; `changes` overrides fields. */
export function aChangeSet(changes: Partial<ChangeSet> = {}): ChangeSet {
  return {
    id: '01900000-0000-7000-8000-0000000000c1',
    kind: 'directory',
    state: 'ready',
    title: 'Staff list → people',
    iam_connection_id: '01900000-0000-7000-8000-0000000000a1',
    key_system_connection_id: null,
    counts: { joiner: 2, leaver: 1, mover: 1, update: 0, problem: 0, unchanged: 17_723 },
    guards: [],
    largest_removals: [],
    effect: null,
    applied: 0,
    failed: 0,
    waiting: 0,
    total: 4,
    task_id: '01900000-0000-7000-8000-0000000000d1',
    decision: null,
    created_at: '2026-03-03T09:14:00Z',
    applied_at: null,
    ...changes,
  };
}

/** A person whose job title and department change. */
export function aChange(changes: Partial<ChangeSetItem> = {}): ChangeSetItem {
  return {
    ordinal: 1,
    kind: 'mover',
    person_id: '01900000-0000-7000-8000-0000000000e1',
    label: 'Ada Moss',
    reference: 'E100001',
    detail: null,
    before: { job_title: 'Sergeant', department: 'Fire' },
    after: { job_title: 'Lieutenant', department: 'OEMC' },
    outcome: 'pending',
    message: null,
    ...changes,
  };
}

export const pageOfChanges = (items: ChangeSetItem[]) => ({ items, total: items.length, limit: 50, offset: 0 });
