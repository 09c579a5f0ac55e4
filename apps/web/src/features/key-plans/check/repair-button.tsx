import type { PlanFinding, RuleEdit } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftEdit } from '#data/plans/draft-edits';
import type { RuleRepair } from '#data/plans/plan-check';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { useToast } from '#ui/toast';
import { useEditing } from '../drafts/editing';

type Props = { finding: PlanFinding; repair: RuleRepair; onRepaired: (words: string) => void };

/** Says what the repair does to people and doors, and makes it once that is confirmed. */
export function RepairButton({ finding, repair, onRepaired }: Props) {
  const { t } = useTranslation('plan-check');
  const [isAsking, setIsAsking] = useState(false);
  const { edit, isPending } = useEditing();
  const toast = useToast();
  const does = effectOf(finding, repair);
  const words = wordsOf(finding, repair);
  const label = t(`repairs.${does}`, words);
  const title = does === 'take_hours' ? label : t('named', { repair: label, rule: words.rule });
  const isNeedless = finding.kind === 'shadowed_rule' || finding.kind === 'redundant_rule';
  // Once the plan was checked again this button may be gone, so the outcome is not left to its callbacks.
  const run = () =>
    edit([editOf(finding, repair)], title)
      .then(
        (isDone) => isDone && onRepaired(title),
        (error: Error) => toast.failure(error.message || t('failed')),
      )
      .finally(() => setIsAsking(false));
  return (
    <>
      <Button variant="default" aria-label={title} onClick={() => setIsAsking(true)}>
        {label}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={title}
          confirmLabel={label}
          isBusy={isPending}
          isDangerous={dangerous.includes(does) && !(does === 'switch_off' && isNeedless)}
          onConfirm={() => void run()}
          onCancel={() => setIsAsking(false)}
        >
          {t(`effects.${does}`, words)} {isNeedless && t('effects.needless')}
        </ConfirmDialog>
      )}
    </>
  );
}

type Effect = RuleEdit | 'drop_protected' | 'delete_rule';

/** These take access away. */
const dangerous: readonly Effect[] = ['delete_rule', 'switch_off', 'drop_protected'];

function effectOf({ kind }: PlanFinding, repair: RuleRepair): Effect {
  if (repair.action === 'delete_rule') return 'delete_rule';
  return kind === 'over_broad_rule' && repair.does === 'drop_objects' ? 'drop_protected' : repair.does;
}

/** The names in the text of a repair. `rule` is the changed rule. */
function wordsOf({ rule, other_rule, subject, nearest }: PlanFinding, { rule_id }: RuleRepair) {
  const isOther = other_rule?.id === rule_id;
  const [changed, other] = isOther ? [other_rule, rule] : [rule, other_rule];
  return {
    rule: changed?.name ?? '',
    other: other?.name ?? '',
    value: subject?.name ?? '',
    nearest: nearest ?? '',
  };
}

/** For the checked version of the rule: the server refuses it if the rule has changed since. */
function editOf({ rule, other_rule }: PlanFinding, repair: RuleRepair): DraftEdit {
  const { rule_id } = repair;
  const version = [rule, other_rule].find((one) => one?.id === rule_id)?.version;
  return repair.action === 'delete_rule'
    ? { kind: 'remove_rule', rule_id, version }
    : { kind: 'change_rule', rule_id, version, rule: repair.change };
}
