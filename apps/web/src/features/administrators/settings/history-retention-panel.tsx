import { type Memory, retentionDays } from '@key2xs/contract';
import { Button, NumberInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { historyRetentionQuery, useSetHistoryRetention } from '#data/history-retention';
import { formatDate, formatNumber } from '#lib/format';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { useToast } from '#ui/toast';

/** How long the history of who could open what is kept. */
export function HistoryRetentionPanel() {
  const { t } = useTranslation('administrators');
  const { data, error, refetch } = useQuery(historyRetentionQuery);
  return (
    <Panel title={t('memory.title')} padded>
      {data ? (
        <RetentionForm stored={data} key={data.retention_days} />
      ) : error ? (
        <Failure error={error} onRetry={refetch} />
      ) : (
        <Loading label={t('memory.loading')} />
      )}
    </Panel>
  );
}

function RetentionForm({ stored }: { stored: Memory }) {
  const { t } = useTranslation('administrators');
  const [days, setDays] = useState<number | string>(stored.retention_days);
  const input = useRef<HTMLInputElement>(null);
  const setRetention = useSetHistoryRetention();
  const toast = useToast();
  const { least, most } = retentionDays;
  const isInRange = typeof days === 'number' && Number.isInteger(days) && days >= least && days <= most;
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!isInRange) {
      input.current?.focus();
      return;
    }
    setRetention.mutate(days, {
      onSuccess: () => toast.info(t('memory.saved')),
      onError: (failure) => toast.failure(failure.message),
    });
  };
  return (
    <form onSubmit={save} noValidate>
      <p className="mute">{t('memory.since', { date: formatDate(stored.kept_since) })}</p>
      <NumberInput
        ref={input}
        mt="md"
        maw={420}
        label={t('memory.label')}
        description={t('memory.hint')}
        value={days}
        onChange={setDays}
        error={isInRange ? undefined : t('memory.outside', { least, most: formatNumber(most) })}
        allowDecimal={false}
      />
      <Button
        type="submit"
        mt="md"
        variant="default"
        loading={setRetention.isPending}
        disabled={days === stored.retention_days}
      >
        {t('word.save')}
      </Button>
    </form>
  );
}
