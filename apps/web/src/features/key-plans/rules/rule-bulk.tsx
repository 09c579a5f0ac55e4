import type { AccessRule, KeyPlan } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftEdit } from '#data/plans/draft-edits';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { BulkBar } from '#ui/table/bulk-bar';
import { useToast } from '#ui/toast';
import { useEditing } from '../drafts/editing';
import { removalOf, switchingOf } from './rule-edits';

type Props = {
  plan: KeyPlan;
  selected: readonly AccessRule[];
  /** How many rules the list holds as it is filtered. */
  total: number;
  onSelectAll: () => void;
  onClear: () => void;
};

/** What can be done to all selected rules at once, with how many it concerns. */
export function RuleBulk({ plan, selected, total, onSelectAll, onClear }: Props) {
  const { t } = useTranslation('rule-editor');
  const [isDeleting, setIsDeleting] = useState(false);
  const { edit, isPending } = useEditing();
  const toast = useToast();
  const run = (edits: readonly DraftEdit[], words: string) =>
    edit(edits, words)
      .then(
        (isDone) => isDone && onClear(),
        (error: Error) => toast.failure(error.message),
      )
      .finally(() => setIsDeleting(false));
  const switching = (isOn: boolean) => {
    const edits = selected.filter(({ is_active }) => is_active !== isOn).map(switchingOf);
    const words = t(isOn ? 'bulk.switchedOn' : 'bulk.switchedOff', { count: edits.length });
    return (
      edits.length > 0 && (
        <Button variant="default" disabled={isPending} onClick={() => void run(edits, words)}>
          {t(isOn ? 'bulk.on' : 'bulk.off', { count: edits.length })}
        </Button>
      )
    );
  };
  const count = selected.length;
  const granting = selected.filter(({ is_active, people }) => is_active && people > 0);
  return (
    <BulkBar label={t('bulk.label')} count={t('bulk.selected', { count })}>
      {count < total && (
        <Button variant="subtle" onClick={onSelectAll}>
          {t('bulk.all', { count: total })}
        </Button>
      )}
      {switching(true)}
      {switching(false)}
      <Button color="red" variant="default" disabled={isPending} onClick={() => setIsDeleting(true)}>
        {t('bulk.delete', { count })}
      </Button>
      <Button variant="subtle" onClick={onClear}>
        {t('bulk.clear')}
      </Button>
      {isDeleting && (
        <ConfirmDialog
          title={t('bulk.deleteTitle', { count })}
          confirmLabel={t('bulk.delete', { count })}
          isDangerous
          isBusy={isPending}
          onConfirm={() => void run(selected.map(removalOf), t('bulk.deleted', { count }))}
          onCancel={() => setIsDeleting(false)}
        >
          <p>
            {t('bulk.granting', { count: granting.length, most: Math.max(0, ...granting.map(({ people }) => people)) })}
          </p>
          <p>{t(plan.takes_effect === 'on_activation' ? 'bulk.inDraft' : 'bulk.atOnce')}</p>
          <ul>
            {selected.slice(0, 10).map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
            {count > 10 && <li>{t('bulk.more', { count: count - 10 })}</li>}
          </ul>
        </ConfirmDialog>
      )}
    </BulkBar>
  );
}
