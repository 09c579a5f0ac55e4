import type { AccessRule, KeyPlan } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { useToast } from '#ui/toast';
import { useEditing } from '../drafts/editing';
import { removalOf } from './rule-edits';

type Props = { rule: AccessRule; plan: KeyPlan; onClose: () => void };

/** Asks before a rule is deleted, with the people concerned. */
export function RuleRemoval({ rule, plan, onClose }: Props) {
  const { t } = useTranslation('key-plans');
  const { edit, isPending } = useEditing();
  const toast = useToast();
  const { name, people, is_active } = rule;
  const grants = is_active && people > 0;
  const atOnce = grants ? t('rules.deleteEffect', { count: people }) : t('rules.deleteNothing');
  const remove = () =>
    edit([removalOf(rule)], t('rules.toasts.deleted', { name })).then(
      (isDone) => isDone && onClose(),
      (error: Error) => toast.failure(error.message),
    );
  return (
    <ConfirmDialog
      title={t('rules.deleteTitle', { name })}
      confirmLabel={t('rules.delete')}
      isDangerous
      isBusy={isPending}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      {plan.takes_effect === 'on_activation' ? t('rules.deleteInDraft') : atOnce}
    </ConfirmDialog>
  );
}
