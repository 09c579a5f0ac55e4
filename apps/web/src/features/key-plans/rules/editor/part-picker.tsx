import type { AccessProfile, KeyPlan } from '@key2xs/contract';
import { Stack } from '@mantine/core';
import { type ReactNode, Suspense, useEffect } from 'react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DoorPicker } from '#components/pickers/door-picker';
import { PlaceTree } from '#components/pickers/place-tree';
import { SubjectPicker } from '#components/pickers/subject-picker';
import { WeekEditor } from '#components/week/week-editor';
import type { WeekTemplate } from '#components/week/week-templates';
import { type PickedSubject, subjectKey } from '#lib/addresses/picked-subject';
import { DoorClocks } from './door-clocks';
import type { RulePart } from './editor-sentence';
import { likelyMatch, type RuleValues } from './rule-schema';
import { SubjectMatchChoice } from './subject-match-choice';

type Props = {
  part: RulePart;
  isOpen: boolean;
  form: UseFormReturn<RuleValues>;
  plan: KeyPlan;
  profiles: readonly AccessProfile[];
  templates: readonly WeekTemplate[];
  /** Counts the requests to focus the field of this part. */
  focusAsked: number;
  /** To the next part, once this one has its choice. */
  onDone: () => void;
};

/** The fields of one part of the sentence, shown below it. */
export function PartPicker({ part, isOpen, ...props }: Props) {
  // Loads the texts of the pickers before one opens: the form would disappear until they are there.
  const { t } = useTranslation(['key-plans', 'pickers']);
  const pickers: Record<RulePart, (form: Omit<Props, 'part' | 'isOpen'>) => ReactNode> = {
    who: Who,
    what: What,
    when: When,
  };
  const Picker = pickers[part];
  return (
    <section id={`rule-part-${part}`} aria-label={t(`ruleForm.${part}`)} hidden={!isOpen}>
      {isOpen && (
        <>
          <h3 style={{ marginBottom: 6 }}>{t(`ruleForm.${part}`)}</h3>
          <Picker {...props} />
        </>
      )}
    </section>
  );
}

type PickerProps = Omit<Props, 'part' | 'isOpen'>;

type FocusProps = { form: UseFormReturn<RuleValues>; name: 'subjects' | 'objects' | 'hours'; asked: number };

/** Focuses a field beside it on each request. */
function FieldFocus({ form, name, asked }: FocusProps) {
  useEffect(() => {
    if (asked > 0) form.setFocus(name);
  }, [form, name, asked]);
  return null;
}

function Who({ form, plan, focusAsked, onDone }: PickerProps) {
  const match = useWatch({ control: form.control, name: 'subject_match' });
  const choose = (chosen: PickedSubject[]) => {
    // An explicit choice between all and any stays.
    if (!form.getFieldState('subject_match').isDirty) form.setValue('subject_match', likelyMatch(chosen));
    form.setValue('subjects', chosen, { shouldValidate: form.formState.isSubmitted });
  };
  return (
    <Controller
      control={form.control}
      name="subjects"
      render={({ field: { value, ref }, fieldState }) => (
        <Stack gap="sm">
          <SubjectPicker
            connectionIds={plan.iam_connections.map(({ id }) => id)}
            chosen={value.map((one) => ({ value: subjectKey(one), label: one.name }))}
            onAdd={(one) => choose([...value, one])}
            onRemove={(key) => choose(value.filter((one) => subjectKey(one) !== key))}
            onDone={onDone}
            ref={ref}
            error={fieldState.error?.message}
          />
          <SubjectMatchChoice
            subjects={value}
            value={match}
            onChange={(chosen) => form.setValue('subject_match', chosen, { shouldDirty: true })}
          />
          <FieldFocus form={form} name="subjects" asked={focusAsked} />
        </Stack>
      )}
    />
  );
}

function What({ form, plan, profiles, focusAsked }: PickerProps) {
  const { t } = useTranslation('pickers');
  return (
    <Controller
      control={form.control}
      name="objects"
      render={({ field, fieldState }) => (
        <>
          <DoorPicker
            label={t('doors.label')}
            description={t('doors.hint')}
            profiles={profiles}
            withPlaces
            keySystemIds={plan.key_system_connections.map(({ id }) => id)}
            value={field.value}
            onChange={field.onChange}
            ref={field.ref}
            error={fieldState.error?.message}
          />
          <PlaceTree value={field.value} onChange={field.onChange} />
          <FieldFocus form={form} name="objects" asked={focusAsked} />
        </>
      )}
    />
  );
}

function When({ form, plan, templates, focusAsked }: PickerProps) {
  return (
    <Suspense fallback={<p className="mute">…</p>}>
      <Controller
        control={form.control}
        name="hours"
        render={({ field, fieldState }) => (
          <WeekEditor
            value={field.value}
            onChange={field.onChange}
            zone={plan.time_zone}
            clocks={<DoorClocks plan={plan} form={form} />}
            templates={templates}
            error={fieldState.error?.message}
            ref={field.ref}
          />
        )}
      />
      <FieldFocus form={form} name="hours" asked={focusAsked} />
    </Suspense>
  );
}
