import { type ApiTokenPolicy, apiTokenDays } from '@key2xs/contract';
import { Button, NumberInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tokenPolicyQuery, useChangeTokenPolicy } from '#data/api-tokens';
import { formatNumber } from '#lib/format';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { useToast } from '#ui/toast';

/** How long tokens may be valid. */
export function TokenPolicy() {
  const { t } = useTranslation('api-tokens');
  const { data, error, refetch } = useQuery(tokenPolicyQuery);
  return (
    <Panel title={t('policy.title')} padded>
      {data ? (
        <PolicyForm stored={data} key={data.max_days} />
      ) : error ? (
        <Failure error={error} onRetry={refetch} />
      ) : (
        <Loading label={t('policy.loading')} />
      )}
    </Panel>
  );
}

function PolicyForm({ stored }: { stored: ApiTokenPolicy }) {
  const { t } = useTranslation('api-tokens');
  const [days, setDays] = useState<number | string>(stored.max_days);
  const input = useRef<HTMLInputElement>(null);
  const change = useChangeTokenPolicy();
  const toast = useToast();
  const { least, most } = apiTokenDays;
  const isInRange = typeof days === 'number' && Number.isInteger(days) && days >= least && days <= most;
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!isInRange) return input.current?.focus();
    return change.mutate(days, {
      onSuccess: () => toast.success(t('policy.saved')),
      onError: (failure) => toast.failure(failure.message),
    });
  };
  return (
    <form onSubmit={save} noValidate>
      <NumberInput
        ref={input}
        maw={420}
        label={t('policy.label')}
        description={t('policy.hint')}
        value={days}
        onChange={setDays}
        error={isInRange ? undefined : t('days.outside', { most: formatNumber(most) })}
        allowDecimal={false}
      />
      <Button type="submit" mt="md" variant="default" loading={change.isPending} disabled={days === stored.max_days}>
        {t('word.save')}
      </Button>
    </form>
  );
}
