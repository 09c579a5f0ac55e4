import { keyPlanList } from '@key2xs/contract';
import { Radio, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { recordsQuery } from '#data/calls/records';
import { keySystemsQuery } from '#data/key-systems/key-systems';
import type { FieldsProps, SourceKind } from './settings-state';

const kinds = ['recorded', 'plan', 'locking_plan'] as const satisfies readonly SourceKind[];

/** Where the access of today is read. */
export function SourceFields({ state, onChange, problems }: FieldsProps) {
  const { t } = useTranslation('generator');
  const choose = (chosen: string) => {
    const source = kinds.find((kind) => kind === chosen);
    if (source) onChange({ source });
  };
  return (
    <Stack gap="sm">
      <Radio.Group label={t('form.source')} value={state.source} onChange={choose}>
        <Stack gap={6} mt={6}>
          {kinds.map((kind) => (
            <Radio key={kind} value={kind} label={t(`form.sources.${kind}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {state.source === 'plan' ? (
        <PlanField state={state} onChange={onChange} problems={problems} />
      ) : (
        <KeySystemField state={state} onChange={onChange} problems={problems} />
      )}
    </Stack>
  );
}

function PlanField({ state, onChange, problems }: FieldsProps) {
  const { t } = useTranslation('generator');
  const { data, error } = useQuery(recordsQuery(keyPlanList, { query: { limit: 200 }, params: undefined }));
  return (
    <Select
      label={t('form.plan')}
      placeholder={t('form.choose')}
      data={(data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={state.planId}
      onChange={(planId) => onChange({ planId })}
      searchable
      error={error?.message ?? (problems.has('plan') ? t('form.missing.plan') : undefined)}
    />
  );
}

function KeySystemField({ state, onChange, problems }: FieldsProps) {
  const { t } = useTranslation('generator');
  const { data = [], error } = useQuery(keySystemsQuery);
  const mayBeAll = state.source === 'recorded';
  return (
    <Select
      label={t('form.keySystem')}
      placeholder={t(mayBeAll ? 'form.allKeySystems' : 'form.choose')}
      data={data.map(({ id, name }) => ({ value: id, label: name }))}
      value={state.keySystemId}
      onChange={(keySystemId) => onChange({ keySystemId })}
      clearable={mayBeAll}
      error={error?.message ?? (problems.has('keySystem') ? t('form.missing.keySystem') : undefined)}
    />
  );
}
