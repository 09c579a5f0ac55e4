import type { AccessRule, KeyPlan } from '@key2xs/contract';
import { Button, Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeleteDialog } from '#components/delete-dialog';
import { useDeleteRule, useToggleRule } from '#data/access-rules';
import { formatDate } from '#lib/format';
import { StatusTag } from '#ui/status-tag';
import { useToast } from '#ui/toast';
import { RuleWords } from './rule-words';

type Props = {
  rule: AccessRule;
  plan: KeyPlan;
  connectionId: string;
  /** As it is shown, it is not in force. */
  waits: boolean;
};

/** Shows the rule that the address names, when the list stands. */
const comeIntoView = (item: HTMLLIElement | null) => {
  if (item && location.hash === `#${item.id}`) item.scrollIntoView({ block: 'center' });
};

/** One rule as a sentence, with its current matches, its switch and its end. */
export function RuleItem(props: Props) {
  const { rule, waits } = props;
  const { t } = useTranslation('key-plans');
  const { name, description, is_active, people, updated_at, updated_by } = rule;
  const [isDeleting, setIsDeleting] = useState(false);
  const matches = t('rules.people', { count: people });
  const changed = t('rules.changed', { date: formatDate(updated_at), name: updated_by });
  return (
    <li
      id={`rule-${rule.id}`}
      ref={comeIntoView}
      style={{ padding: '12px 16px', borderBottom: '1px solid var(--line-soft)' }}
    >
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: '8px 16px', alignItems: 'flex-start' }}>
        <div style={{ flex: '1 1 320px', minWidth: 0 }}>
          <h3 style={{ overflowWrap: 'anywhere' }}>
            {name} {waits && <StatusTag tone="amber" label={t('rules.waits')} />}
          </h3>
          <RuleWords rule={rule} />
          {description && <p>{description}</p>}
          <p className="mute">
            {is_active ? matches : t(waits ? 'rules.offInDraft' : 'rules.off')} · {changed}
          </p>
        </div>
        <div className="actions" style={{ alignItems: 'center' }}>
          <RuleSwitch {...props} />
          <Button variant="default" onClick={() => setIsDeleting(true)} aria-label={t('rules.deleteNamed', { name })}>
            {t('rules.delete')}
          </Button>
        </div>
      </div>
      {isDeleting && <RuleRemoval {...props} onClose={() => setIsDeleting(false)} />}
    </li>
  );
}

function RuleSwitch({ rule: { id, name, is_active }, connectionId }: Props) {
  const { t } = useTranslation('key-plans');
  const toggle = useToggleRule();
  const toast = useToast();
  const run = () =>
    toggle.mutate(
      { connectionId, ruleId: id },
      {
        onSuccess: (rule) => toast.success(t(rule.is_active ? 'rules.toasts.on' : 'rules.toasts.off', { name })),
        onError: (error) => toast.failure(error.message),
      },
    );
  return (
    <Switch
      label={t('rules.on')}
      aria-label={t('rules.switch', { name })}
      checked={is_active}
      disabled={toggle.isPending}
      onChange={run}
    />
  );
}

function RuleRemoval({ rule, plan, connectionId, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation('key-plans');
  const remove = useDeleteRule();
  const toast = useToast();
  const { id, name, people, is_active } = rule;
  const grants = is_active && people > 0;
  const atOnce = grants ? t('rules.deleteEffect', { count: people }) : t('rules.deleteNothing');
  return (
    <DeleteDialog
      title={t('rules.deleteTitle', { name })}
      confirmLabel={t('rules.delete')}
      closeLabel={t('remove.close')}
      remove={() => remove.mutateAsync({ connectionId, ruleId: id })}
      onDeleted={() => toast.success(t('rules.toasts.deleted', { name }))}
      onFailed={(error) => toast.failure(error instanceof Error ? error.message : t('failed'))}
      onClose={onClose}
    >
      {plan.takes_effect === 'on_activation' ? t('rules.deleteInDraft') : atOnce}
    </DeleteDialog>
  );
}
