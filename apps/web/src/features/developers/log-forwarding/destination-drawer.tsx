import { type Input, type LogDestination, type LogTarget, logDestinations, syslogPort } from '@key2xs/contract';
import { NumberInput, Radio, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCreateLogDestination, useUpdateLogDestination } from '#data/log-destinations';
import { applyProblem } from '#lib/calls/apply-problem';
import { fieldResolver } from '#lib/field-resolver';
import { Form, FormActions } from '#ui/form';
import { SideDrawer } from '#ui/overlay/side-drawer';
import { useToast } from '#ui/toast';

type Values = Input<typeof logDestinations.create>['body'];
type Editing = UseFormReturn<Values, unknown, LogDestinationBody>;
type LogDestinationBody = ReturnType<typeof logDestinations.create.body.parse>;

const empty: { [Kind in LogTarget['kind']]: Extract<LogTarget, { kind: Kind }> } = {
  syslog: { kind: 'syslog', host: '', port: syslogPort, authority_pem: null },
  file: { kind: 'file', file: '', max_megabytes: 50, keep: 10 },
};

type Props = {
  /** Undefined to add one. */
  destination: LogDestination | undefined;
  onClose: () => void;
};

/** Adds a destination of the log or changes it. */
export function DestinationDrawer({ destination, onClose }: Props) {
  const { t } = useTranslation('log-forwarding');
  return (
    <SideDrawer title={t(destination ? 'edit' : 'add')} opened onClose={onClose}>
      <DestinationForm destination={destination} onClose={onClose} />
    </SideDrawer>
  );
}

function DestinationForm({ destination, onClose }: Props) {
  const { t } = useTranslation('log-forwarding');
  const toast = useToast();
  const create = useCreateLogDestination();
  const update = useUpdateLogDestination();
  const { name = '', format = 'ocsf', target = empty.syslog, is_enabled = true } = destination ?? {};
  const form = useForm<Values, unknown, LogDestinationBody>({
    resolver: fieldResolver(logDestinations.create.body),
    defaultValues: { name, format, target, is_enabled, from: 'now' },
  });
  const [kind, setKind] = useState(target.kind);
  const choose = (chosen: LogTarget['kind']) => {
    form.setValue('target', empty[chosen]);
    setKind(chosen);
  };
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ from, ...fields }) => {
    try {
      if (destination) await update.mutateAsync({ destination, fields });
      else await create.mutateAsync({ ...fields, from });
      toast.success(t('saved'));
      onClose();
    } catch (error) {
      applyProblem(error, form);
    }
  });
  return (
    <Form submit={submit} failedTitle={t('failed')} failure={errors.root?.message}>
      <Stack gap="md">
        <TextInput label={t('label')} required data-autofocus error={errors.name?.message} {...form.register('name')} />
        {!destination && (
          <Choice label={t('kind')} value={kind} onChange={choose} of="kinds" names={['syslog', 'file']} />
        )}
        {kind === 'syslog' ? <SyslogFields form={form} /> : <FileFields form={form} />}
        <Controller
          control={form.control}
          name="format"
          render={({ field: { value, onChange } }) => (
            <Choice label={t('format')} value={value} onChange={onChange} of="formats" names={['ocsf', 'cef']} />
          )}
        />
        {!destination && (
          <Controller
            control={form.control}
            name="from"
            render={({ field: { value = 'now', onChange } }) => (
              <Choice label={t('from')} value={value} onChange={onChange} of="froms" names={['now', 'start']} />
            )}
          />
        )}
        <Switch label={t('enabled')} description={t('enabledHint')} {...form.register('is_enabled')} />
        <FormActions submitLabel={t(destination ? 'word.save' : 'create')} isBusy={isSubmitting} onCancel={onClose} />
      </Stack>
    </Form>
  );
}

type Choices = { kinds: 'syslog' | 'file'; formats: 'ocsf' | 'cef'; froms: 'now' | 'start' };

type ChoiceProps<Of extends keyof Choices> = {
  label: string;
  of: Of;
  names: readonly Choices[Of][];
  value: Choices[Of];
  onChange: (chosen: Choices[Of]) => void;
};

function Choice<Of extends keyof Choices>({ label, of, names, value, onChange }: ChoiceProps<Of>) {
  const { t } = useTranslation('log-forwarding');
  const words: Record<string, string> = {
    syslog: t('kinds.syslog'),
    file: t('kinds.file'),
    ocsf: t('formats.ocsf'),
    cef: t('formats.cef'),
    now: t('froms.now'),
    start: t('froms.start'),
  };
  const choose = (chosen: string) => {
    const name = names.find((one) => one === chosen);
    if (name !== undefined) onChange(name);
  };
  return (
    <Radio.Group label={label} value={value} onChange={choose}>
      <Stack gap="xs" mt="xs">
        {names.map((name) => (
          <Radio key={`${of}-${name}`} value={name} label={words[name]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

type NumberName = 'target.port' | 'target.max_megabytes' | 'target.keep';

function NumberField({ form, name, label }: { form: Editing; name: NumberName; label: string }) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onChange, ...field }, fieldState: { error } }) => (
        <NumberInput
          label={label}
          required
          allowDecimal={false}
          allowNegative={false}
          value={value ?? ''}
          onChange={(typed) => onChange(typed === '' ? undefined : Number(typed))}
          error={error?.message}
          {...field}
        />
      )}
    />
  );
}

function SyslogFields({ form }: { form: Editing }) {
  const { t } = useTranslation('log-forwarding');
  const errorOf = (name: 'target.host' | 'target.authority_pem') =>
    form.getFieldState(name, form.formState).error?.message;
  return (
    <>
      <TextInput
        label={t('host')}
        description={t('hostHint')}
        required
        autoComplete="off"
        error={errorOf('target.host')}
        {...form.register('target.host')}
      />
      <NumberField form={form} name="target.port" label={t('port')} />
      <Textarea
        label={t('authority')}
        description={t('authorityHint')}
        rows={4}
        error={errorOf('target.authority_pem')}
        {...form.register('target.authority_pem', {
          setValueAs: (typed: string | null) => (typed?.trim() ? typed : null),
        })}
      />
    </>
  );
}

function FileFields({ form }: { form: Editing }) {
  const { t } = useTranslation('log-forwarding');
  return (
    <>
      <TextInput
        label={t('file')}
        description={t('fileHint')}
        required
        autoComplete="off"
        error={form.getFieldState('target.file', form.formState).error?.message}
        {...form.register('target.file')}
      />
      <NumberField form={form} name="target.max_megabytes" label={t('size')} />
      <NumberField form={form} name="target.keep" label={t('keep')} />
    </>
  );
}
