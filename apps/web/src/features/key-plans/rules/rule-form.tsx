import { zodResolver } from '@hookform/resolvers/zod';
import type { AccessProfile, KeyPlan } from '@key2xs/contract';
import { Button, SegmentedControl, Stack, Textarea, TextInput } from '@mantine/core';
import { Suspense, useMemo } from 'react';
import { type Control, Controller, type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { applyProblem } from '#lib/calls/apply-problem';
import { Notice } from '#ui/notice';
import { DoorPicker } from '../doors/door-picker';
import { onlyKeySystemOf } from '../doors/only-key-system';
import { RuleEffect } from './rule-effect';
import { type RuleValues, ruleSchema, ruleTypes, sentenceOf, suggestedName, trialOf } from './rule-schema';
import { RuleWords } from './rule-words';
import { SubjectPicker } from './subject-picker';
import { WindowsEditor } from './windows-editor';

const headStyle = { marginBottom: 6 };
const blank: RuleValues = { type: 'department', subjects: [], objects: [], windows: [], name: '', description: '' };

type Props = {
  plan: KeyPlan;
  profiles: readonly AccessProfile[];
  /** What is filled in from the start. */
  start?: Partial<RuleValues>;
  onSubmit: (values: RuleValues) => Promise<void>;
  onCancel: () => void;
};

/** Who may open what, and when; shows the rule as a sentence while it is edited. */
export function RuleForm({ plan, profiles, start, onSubmit, onCancel }: Props) {
  const { t } = useTranslation('key-plans');
  const schema = useMemo(() => ruleSchema(t), [t]);
  const form = useForm<RuleValues>({ resolver: zodResolver(schema), defaultValues: { ...blank, ...start } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit((sent) => onSubmit(sent).catch((error: unknown) => applyProblem(error, form)));
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="lg">
        <section aria-label={t('ruleForm.who')}>
          <h3 style={headStyle}>{t('ruleForm.who')}</h3>
          <Subjects form={form} connectionIds={plan.iam_connections.map(({ id }) => id)} />
        </section>
        <section aria-label={t('ruleForm.what')}>
          <h3 style={headStyle}>{t('ruleForm.what')}</h3>
          <Doors control={form.control} profiles={profiles} plan={plan} />
        </section>
        <section aria-label={t('ruleForm.when')}>
          <h3 style={headStyle}>{t('ruleForm.when')}</h3>
          <WindowsEditor control={form.control} />
        </section>
        <section aria-label={t('ruleForm.preview')} aria-live="polite">
          <h3 style={headStyle}>{t('ruleForm.preview')}</h3>
          <Preview control={form.control} />
        </section>
        <Names form={form} />
        {/* As high as the line that comes, so that the buttons stay where they are. */}
        <Suspense fallback={<p className="mute">…</p>}>
          <Effect control={form.control} plan={plan} />
        </Suspense>
        {errors.root && (
          <Notice tone="red" title={t('failed')}>
            {errors.root.message}
          </Notice>
        )}
        <div className="actions">
          <Button type="submit" loading={isSubmitting}>
            {t('ruleForm.submit')}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {t('ruleForm.cancel')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

type FormProps = { form: UseFormReturn<RuleValues> };

function Subjects({ form, connectionIds }: FormProps & { connectionIds: readonly string[] }) {
  const { t } = useTranslation('key-plans');
  const type = useWatch({ control: form.control, name: 'type' });
  const choose = (chosen: RuleValues['type']) => {
    // Values of one kind mean nothing in the other.
    form.setValue('type', chosen);
    form.setValue('subjects', []);
  };
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label={t('ruleForm.type')}
        value={type}
        onChange={choose}
        data={ruleTypes.map((value) => ({
          value,
          label: t(`ruleForm.types.${value}`),
        }))}
      />
      <Controller
        control={form.control}
        name="subjects"
        render={({ field, fieldState }) => (
          <SubjectPicker
            type={type}
            connectionIds={connectionIds}
            value={field.value}
            onChange={field.onChange}
            error={fieldState.error?.message}
          />
        )}
      />
    </Stack>
  );
}

type DoorProps = { control: Control<RuleValues>; profiles: readonly AccessProfile[]; plan: KeyPlan };

function Doors({ control, profiles, plan }: DoorProps) {
  const { t } = useTranslation('key-plans');
  return (
    <Controller
      control={control}
      name="objects"
      render={({ field, fieldState }) => (
        <DoorPicker
          label={t('ruleForm.objects')}
          description={t('ruleForm.objectsHint')}
          profiles={profiles}
          keySystemId={onlyKeySystemOf(plan)}
          value={field.value}
          onChange={field.onChange}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}

function Preview({ control }: { control: Control<RuleValues> }) {
  const values = useWatch({ control, compute: (entered: RuleValues) => entered });
  return <RuleWords rule={sentenceOf(values)} />;
}

function Effect({ control, plan }: { control: Control<RuleValues>; plan: KeyPlan }) {
  const { t } = useTranslation(['key-plans', 'plan-versions']);
  const schema = useMemo(() => ruleSchema(t), [t]);
  const values = useWatch({ control, compute: (entered: RuleValues) => entered });
  const { data } = schema.safeParse(values);
  return (
    <section aria-label={t('plan-versions:saving.label')} aria-live="polite">
      <RuleEffect plan={plan} edit={data && trialOf(data)} />
    </section>
  );
}

function Names({ form }: FormProps) {
  const { t } = useTranslation('key-plans');
  const { errors } = form.formState;
  const [subjects, objects] = useWatch({ control: form.control, name: ['subjects', 'objects'] });
  const name = subjects.length > 0 && objects.length > 0 ? suggestedName({ subjects, objects }) : '…';
  return (
    <>
      <TextInput
        label={t('ruleForm.name')}
        description={t('ruleForm.nameHint', { name })}
        error={errors.name?.message}
        {...form.register('name')}
      />
      <Textarea
        label={t('ruleForm.description')}
        error={errors.description?.message}
        {...form.register('description')}
      />
    </>
  );
}
