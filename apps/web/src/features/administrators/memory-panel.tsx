import { type Memory, retentionDays } from '@key2xs/contract';
import { Button, NumberInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { memoryQuery, useChangeMemory } from '#data/memory';
import { formatDate, formatNumber } from '#lib/format';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { useToast } from '#ui/toast';

/** For how long it is kept who could open what. */
export function MemoryPanel() {
  const { t } = useTranslation('administrators');
  const { data, error, refetch } = useQuery(memoryQuery);
  return (
    <Panel title={t('memory.title')} padded>
      {data ? (
        <RetentionForm kept={data} key={data.retention_days} />
      ) : error ? (
        <Failure error={error} onRetry={refetch} />
      ) : (
        <Loading label={t('memory.loading')} />
      )}
    </Panel>
  );
}

function RetentionForm({ kept }: { kept: Memory }) {
  const { t } = useTranslation('administrators');
  const [days, setDays] = useState<number | string>(kept.retention_days);
  const input = useRef<HTMLInputElement>(null);
  const change = useChangeMemory();
  const toast = useToast();
  const { least, most } = retentionDays;
  const isFit = typeof days === 'number' && Number.isInteger(days) && days >= least && days <= most;
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!isFit) {
      input.current?.focus();
      return;
    }
    change.mutate(days, {
      onSuccess: () => toast.info(t('memory.saved')),
      onError: (failure) => toast.failure(failure.message),
    });
  };
  return (
    <form onSubmit={save} noValidate>
      <p className="mute">{t('memory.since', { date: formatDate(kept.kept_since) })}</p>
      <NumberInput
        ref={input}
        mt="md"
        maw={420}
        label={t('memory.label')}
        description={t('memory.hint')}
        value={days}
        onChange={setDays}
        error={isFit ? undefined : t('memory.outside', { least, most: formatNumber(most) })}
        allowDecimal={false}
      />
      <Button
        type="submit"
        mt="md"
        variant="default"
        loading={change.isPending}
        disabled={days === kept.retention_days}
      >
        {t('word.save')}
      </Button>
    </form>
  );
}
