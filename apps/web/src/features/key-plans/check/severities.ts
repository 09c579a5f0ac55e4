import type { FindingKind } from '@key2xs/contract';

/** What is at stake: wrong people in or out; rules and people left with nothing; only order. The gravest first. */
export const severities = ['serious', 'idle', 'tidy'] as const;

export const severityOf: Record<FindingKind, (typeof severities)[number]> = {
  over_broad_rule: 'serious',
  schedule_conflict: 'serious',
  missing_object: 'idle',
  unknown_subject: 'serious',
  rule_without_people: 'idle',
  rule_without_doors: 'idle',
  people_without_rights: 'idle',
  cylinder_nobody_opens: 'idle',
  unplaced_cylinder: 'tidy',
  unused_subject: 'tidy',
  shadowed_rule: 'tidy',
  redundant_rule: 'tidy',
};
