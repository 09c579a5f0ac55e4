import { type KeyCase, keyCases } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { BulkBar } from '#ui/table/bulk-bar';
import { outcomesOfAll } from './outcomes';

const ChangeCasesDialog = lazy(async () => ({ default: (await import('./change-cases-dialog')).ChangeCasesDialog }));

type Props = { chosen: readonly KeyCase[]; onClear: () => void };

/** What can be done with several cases: someone looks after them, or they end in one way. */
export function CasesBar({ chosen, onClear }: Props) {
  const { t } = useTranslation('key-cases');
  const may = useMay(keyCases.changeMany);
  const [step, setStep] = useState<'assign' | 'close'>();
  const open = chosen.filter(({ closed_at }) => closed_at === null);
  return (
    <BulkBar label={t('bulk.label')} count={t('bulk.selected', { count: chosen.length })}>
      {may && open.length > 0 && (
        <>
          <Button onClick={() => setStep('assign')}>{t('bulk.assign')}</Button>
          {outcomesOfAll(open).length > 0 && (
            <Button variant="default" onClick={() => setStep('close')}>
              {t('actions.close')}
            </Button>
          )}
        </>
      )}
      <Button variant="subtle" onClick={onClear}>
        {t('doors.clear')}
      </Button>
      {step && (
        <Suspense>
          <ChangeCasesDialog step={step} cases={open} onClose={() => setStep(undefined)} onDone={onClear} />
        </Suspense>
      )}
    </BulkBar>
  );
}
