import { type ReviewPreview, reviewScopes } from '@key2xs/contract';
import { Radio, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DepartmentsPicker, PlacesPicker } from '#components/administrators/scope-picker';
import { plansToReviewQuery, usePreviewReview, useStartReview } from '#data/plans/access-reviews';
import { formatInstant, formatNumber } from '#lib/format';
import { dayIn, lastSecondOf } from '#lib/time/reader-day';
import { KeyValues } from '#ui/key-values';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { MultiPicker } from '#ui/picker/multi-picker';
import { useToast } from '#ui/toast';
import { TypedTimeField } from '#ui/typed-time/typed-time-field';

type Props = { onClose: () => void; onStarted: (id: string) => void };
type Kind = (typeof reviewScopes)[number];
type By = 'owner' | 'manager';

const inFourWeeks = () => dayIn(28);

/** Begins a review, after a look at what it would contain. */
export function StartDialog({ onClose, onStarted }: Props) {
  const { t } = useTranslation('access-reviews');
  const toast = useToast();
  const [preview, start] = [usePreviewReview(), useStartReview()];
  const [name, setName] = useState('');
  const [day, setDay] = useState<string | undefined>(inFourWeeks);
  const [kind, setKind] = useState<Kind>('all');
  const [values, setValues] = useState<string[]>([]);
  const [by, setBy] = useState<By>('owner');
  const [isDayMissing, setIsDayMissing] = useState(false);
  const change = <T,>(set: (value: T) => void, value: T) => {
    set(value);
    preview.reset();
    start.reset();
  };
  const wanted = { scope: { kind, values }, reviewers: by };
  const confirm = () => {
    if (!preview.data) return preview.mutate(wanted);
    setIsDayMissing(!day);
    if (!day) return;
    start.mutate(
      { ...wanted, name: name.trim(), due_at: lastSecondOf(day) },
      {
        onSuccess: ({ id }) => {
          toast.success(t('form.begun'));
          onStarted(id);
        },
      },
    );
  };
  const error = preview.error ?? start.error;
  return (
    <ConfirmDialog
      title={t('startTitle')}
      confirmLabel={t(preview.data ? 'form.begin' : 'form.preview')}
      isBusy={preview.isPending || start.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <Stack gap="md">
        <TextInput
          label={t('form.name')}
          required
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Radio.Group
          label={t('form.scope')}
          value={kind}
          onChange={(chosen) => {
            change(setKind, reviewScopes.find((one) => one === chosen) ?? 'all');
            setValues([]);
          }}
        >
          <Stack gap={6} mt={6}>
            {reviewScopes.map((one) => (
              <Radio key={one} value={one} label={t(`form.scopes.${one}`)} />
            ))}
          </Stack>
        </Radio.Group>
        <ScopeValues kind={kind} values={values} onChange={(next) => change(setValues, next)} />
        <Radio.Group
          label={t('form.reviewers')}
          description={t('form.byHint')}
          value={by}
          onChange={(chosen) => change(setBy, chosen === 'manager' ? ('manager' as const) : ('owner' as const))}
        >
          <Stack gap={6} mt={6}>
            <Radio value="owner" label={t('form.by.owner')} />
            <Radio value="manager" label={t('form.by.manager')} />
          </Stack>
        </Radio.Group>
        <TypedTimeField kind="day" label={t('form.due')} value={day ?? ''} onChange={setDay} />
        {isDayMissing && <Notice tone="red" title={t('form.dueMissing')} />}
        {preview.data && <Preview preview={preview.data} />}
        {error && <Notice tone="red" title={error.message} />}
      </Stack>
    </ConfirmDialog>
  );
}

type ValuesProps = { kind: Kind; values: string[]; onChange: (next: string[]) => void };

function ScopeValues({ kind, values, onChange }: ValuesProps) {
  if (kind === 'departments') return <DepartmentsPicker value={values} onChange={onChange} error={undefined} />;
  if (kind === 'places') return <PlacesPicker value={values} onChange={onChange} error={undefined} />;
  if (kind === 'plans') return <Plans value={values} onChange={onChange} />;
  return null;
}

function Plans({ value, onChange }: { value: string[]; onChange: (next: string[]) => void }) {
  const { t } = useTranslation('access-reviews');
  const [typed, setTyped] = useState('');
  const { data, isPending, error } = useQuery(plansToReviewQuery);
  const plans = data?.rows ?? [];
  const wanted = typed.trim().toLowerCase();
  const choices = plans
    .filter(({ id, name }) => !value.includes(id) && name.toLowerCase().includes(wanted))
    .map(({ id, name }) => ({ value: id, label: name }));
  return (
    <MultiPicker
      label={t('form.plans')}
      description={t('form.plansHint')}
      error={error?.message}
      chosen={plans.filter(({ id }) => value.includes(id)).map(({ id, name }) => ({ value: id, label: name }))}
      onRemove={(id) => onChange(value.filter((other) => other !== id))}
      removeLabelOf={(name) => t('form.removePlan', { name })}
      groups={[{ choices }]}
      typed={typed}
      onType={setTyped}
      isSearching={isPending}
      onChoose={(id) => onChange([...value, id])}
    />
  );
}

function Preview({ preview }: { preview: ReviewPreview }) {
  const { t } = useTranslation('access-reviews');
  const { items, people, alone, without_rule, without_reviewer, reviewers, systems } = preview;
  return (
    <Notice tone="blue" title={t('preview.items', { count: items, people: t('preview.people', { count: people }) })}>
      <KeyValues
        items={[
          { label: t('preview.alone'), value: formatNumber(alone) },
          { label: t('preview.withoutRule'), value: formatNumber(without_rule) },
          { label: t('preview.withoutReviewer'), value: formatNumber(without_reviewer) },
          {
            label: t('preview.reviewers'),
            value: reviewers.slice(0, 5).map((one) => (
              <div key={one.id}>
                {one.name}: {formatNumber(one.items)}
              </div>
            )),
          },
          {
            label: t('preview.read'),
            value: systems.map(({ id, name, read_at }) => (
              <div key={id}>
                {name}: {formatInstant(read_at)}
              </div>
            )),
          },
        ]}
      />
    </Notice>
  );
}
