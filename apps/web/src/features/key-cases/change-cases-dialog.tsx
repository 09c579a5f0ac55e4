import type { KeyCase } from '@key2xs/contract';
import { Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CaseOutcome, useChangeCases } from '#data/key-systems/key-cases';
import { useReason } from '#lib/use-reason';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { useToast } from '#ui/toast';
import { nameOfCase, outcomesOfAll } from './outcomes';
import { OwnerSelect } from './owner-select';

type Changing = { step: 'assign' | 'close'; cases: readonly KeyCase[]; onClose: () => void; onDone: () => void };

/** Assigns or closes several cases, and says which could not be. */
export function ChangeCasesDialog({ step, cases, onClose, onDone }: Changing) {
  const { t } = useTranslation('key-cases');
  const toast = useToast();
  const change = useChangeCases();
  const { field, take } = useReason();
  const [owner, setOwner] = useState<string | null>(null);
  const outcomes = outcomesOfAll(cases);
  const [outcome, setOutcome] = useState<CaseOutcome>(outcomes[0] ?? 'written_off');
  const confirm = () => {
    const reason = take();
    if (!reason) return;
    const body = {
      cases: cases.map(({ id, version }) => ({ id, version })),
      ...(step === 'assign' ? { owner_id: owner } : { outcome }),
      reason,
    };
    change.mutate(body, {
      onSuccess: ({ changed, refused }) => {
        if (changed > 0) toast.success(t('bulk.done', { count: changed }));
        if (refused.length > 0) return;
        onDone();
        onClose();
      },
    });
  };
  const refused = change.data?.refused ?? [];
  const nameOf = (id: string) => {
    const found = cases.find((one) => one.id === id);
    return found && nameOfCase(found);
  };
  return (
    <ConfirmDialog
      title={t(`bulk.${step}Title`, { count: cases.length })}
      confirmLabel={step === 'assign' ? t('bulk.assign') : t('actions.close')}
      isBusy={change.isPending}
      reason={field}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <Stack gap="md">
        {step === 'assign' ? (
          <OwnerSelect value={owner} onChange={setOwner} />
        ) : (
          <Select
            label={t('close.outcome')}
            allowDeselect={false}
            value={outcome}
            onChange={(value) => setOutcome((value as CaseOutcome | null) ?? outcome)}
            data={outcomes.map((value) => ({ value, label: t(`outcomes.${value}`) }))}
          />
        )}
      </Stack>
      {refused.length > 0 && (
        <Notice tone="amber" title={t('bulk.refused', { count: refused.length })}>
          <ul>
            {refused.map(({ id, problem }) => (
              <li key={id}>
                {nameOf(id)}: {problem}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {change.error && <Notice tone="red" title={change.error.message} />}
    </ConfirmDialog>
  );
}
