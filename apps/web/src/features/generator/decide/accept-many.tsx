import { type GeneratorRun, suggestions } from '@key2xs/contract';
import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { acceptableQuery, useAcceptMany } from '#data/plans/generator';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { useToast } from '#ui/toast';

const thresholds = [100, 95, 90, 80, 70] as const;
const usual = 90;

/** Accepts all open suggestions above a confidence that give nothing new and open no sensitive door. */
export function AcceptMany({ run }: { run: GeneratorRun }) {
  const { t } = useTranslation('generator');
  const [isOpen, setIsOpen] = useState(false);
  if (!useMay(suggestions.acceptMany) || run.decided.open === 0) return null;
  return (
    <>
      <Button size="compact-sm" onClick={() => setIsOpen(true)}>
        {t('many.action', { value: usual })}
      </Button>
      {isOpen && <AcceptManyDialog runId={run.id} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function AcceptManyDialog({ runId, onClose }: { runId: string; onClose: () => void }) {
  const { t } = useTranslation('generator');
  const toast = useToast();
  const [percent, setPercent] = useState<number>(usual);
  const accept = useAcceptMany();
  const counted = useQuery(acceptableQuery(runId, percent / 100));
  const count = counted.data?.accepted;
  const confirm = () => {
    if (count === undefined || count === 0) return;
    // Where none is left open, this dialog is gone before the answer: callbacks of `mutate` would not be called.
    accept.mutateAsync({ runId, minConfidence: percent / 100, expected: count }).then(
      ({ accepted }) => {
        toast.success(t('many.done', { count: accepted }));
        onClose();
      },
      () => undefined, // shown above
    );
  };
  return (
    <ConfirmDialog
      title={count === undefined ? t('many.counting') : count === 0 ? t('many.noneTitle') : t('many.title', { count })}
      confirmLabel={count === 0 ? undefined : t('many.confirm')}
      isBusy={accept.isPending || counted.isFetching}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {(accept.error ?? counted.error) && (
        <Notice tone="red" title={t('many.refused')}>
          {(accept.error ?? counted.error)?.message}
        </Notice>
      )}
      <Select
        label={t('many.threshold')}
        data={thresholds.map((value) => ({ value: String(value), label: t('percent', { value }) }))}
        value={String(percent)}
        onChange={(chosen) => setPercent(Number(chosen))}
        allowDeselect={false}
        mb="sm"
      />
      {count === 0 ? <p>{t('many.none')}</p> : <p>{t('many.text', { value: percent })}</p>}
      {counted.data && counted.data.left > 0 && (
        <p className="mute">{t('many.leaves', { count: counted.data.left })}</p>
      )}
    </ConfirmDialog>
  );
}
