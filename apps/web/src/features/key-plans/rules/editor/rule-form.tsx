import type { AccessProfile, KeyPlan } from '@key2xs/contract';
import { draftEdits } from '@key2xs/contract';
import { Button, Stack, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { MayCall } from '#components/may-call';
import type { WeekTemplate } from '#components/week/week-templates';
import { applyProblem } from '#lib/calls/apply-problem';
import { fieldResolver } from '#lib/field-resolver';
import { Notice } from '#ui/notice';
import { EditorSentence, type RulePart, ruleParts } from './editor-sentence';
import { PartPicker } from './part-picker';
import { RuleEffect } from './rule-effect';
import { RuleMeasure } from './rule-measure';
import { type RuleValues, ruleSchema, sentenceOf, suggestedName, trialOf } from './rule-schema';
import '../rule-editor.css';

type Props = {
  plan: KeyPlan;
  profiles: readonly AccessProfile[];
  templates: readonly WeekTemplate[];
  /** What is filled in from the start. */
  start: RuleValues;
  /** Of the saved rule that is changed. */
  ruleId?: string;
  submitLabel: string;
  onSubmit: (values: RuleValues) => Promise<void>;
  onCancel: () => void;
  /** Above the buttons: what has come in between, with a way to take parts of it over. */
  between?: (form: UseFormReturn<RuleValues>) => ReactNode;
};

const fieldsOf = { who: 'subjects', what: 'objects', when: 'hours' } as const;

const isMissing = (values: RuleValues, part: RulePart) => values[fieldsOf[part]].length === 0;
const firstMissing = (values: RuleValues) => ruleParts.find((part) => isMissing(values, part));

/** A rule as a sentence; its parts open what they are chosen with, and its effect stands below while it is written. */
export function RuleForm(props: Props) {
  const { plan, start, ruleId, submitLabel, onSubmit, onCancel, between } = props;
  const { t } = useTranslation('key-plans');
  const schema = useMemo(() => ruleSchema(t), [t]);
  const form = useForm<RuleValues>({ resolver: fieldResolver(schema), defaultValues: start });
  const [open, setOpen] = useState<ReadonlySet<RulePart>>(new Set(ruleId ? [] : ['who', 'what']));
  const { errors, isSubmitting } = form.formState;
  const values = useWatch({ control: form.control, compute: (entered: RuleValues) => entered });
  const { data: complete } = schema.safeParse(values);
  const [focus, setFocus] = useState({ part: ruleId ? undefined : firstMissing(start), asked: 1 });
  const show = (part: RulePart) => {
    setOpen(new Set([...open, part]));
    setFocus({ part, asked: focus.asked + 1 });
  };
  const press = (part: RulePart) => {
    if (!open.has(part) || isMissing(values, part)) return show(part);
    setOpen(new Set([...open].filter((one) => one !== part)));
  };
  const submit = form.handleSubmit(
    (sent) => onSubmit(sent).catch((error: unknown) => applyProblem(error, form, 'edits.0.rule.')),
    (wrong) => setOpen(new Set([...open, ...ruleParts.filter((part) => wrong[fieldsOf[part]])])),
  );
  return (
    <form className="rule-editor" onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <section className="rule-editor-head" aria-label={t('ruleForm.preview')} aria-live="polite">
          <EditorSentence
            rule={sentenceOf(values)}
            lacksHours={isMissing(values, 'when')}
            open={open}
            onPress={press}
          />
          <RuleMeasure planId={plan.id} values={values} />
        </section>
        {ruleParts.map((part) => (
          <PartPicker
            key={part}
            {...props}
            part={part}
            isOpen={open.has(part)}
            form={form}
            focusAsked={focus.part === part ? focus.asked : 0}
            onDone={() => show('what')}
          />
        ))}
        <Names form={form} />
        {/* As high as the line that comes, so that the buttons stay where they are. */}
        <Suspense fallback={<p className="mute">…</p>}>
          <RuleEffect plan={plan} edit={complete && trialOf(complete, ruleId)} />
        </Suspense>
        {between?.(form)}
        {errors.root && (
          <Notice tone="red" title={t('failed')}>
            {errors.root.message}
          </Notice>
        )}
        <div className="actions rule-editor-foot">
          <MayCall of={[draftEdits.apply]}>
            <Button type="submit" loading={isSubmitting}>
              {submitLabel}
            </Button>
          </MayCall>
          <Button variant="default" onClick={onCancel}>
            {t('ruleForm.cancel')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

function Names({ form }: { form: UseFormReturn<RuleValues> }) {
  const { t } = useTranslation('key-plans');
  const { errors } = form.formState;
  const [subjects, objects] = useWatch({ control: form.control, name: ['subjects', 'objects'] });
  const name = subjects.length > 0 && objects.length > 0 ? suggestedName({ subjects, objects }) : undefined;
  return (
    <>
      <TextInput
        label={t('ruleForm.name')}
        description={name && t('ruleForm.nameHint', { name })}
        error={errors.name?.message}
        {...form.register('name')}
      />
      <Textarea
        label={t('ruleForm.description')}
        error={errors.description?.message}
        rows={2}
        {...form.register('description')}
      />
    </>
  );
}
