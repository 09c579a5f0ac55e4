import type { AccessRule } from '@key2xs/contract';
import type { DraftEdit } from '#data/plans/draft-edits';

type Known = Pick<AccessRule, 'id' | 'version' | 'is_active'>;

/** Deletes a rule as it is shown. */
export const removalOf = ({ id, version }: Known): DraftEdit => ({ kind: 'remove_rule', rule_id: id, version });

/** Switches a rule on that is off, and off that is on. */
export const switchingOf = ({ id, version, is_active }: Known): DraftEdit => ({
  kind: 'change_rule',
  rule_id: id,
  version,
  rule: { is_active: !is_active },
});
