import { AdminContact, Description, EntraConnectionName, type EntraSetup, SyncInterval } from '@key2xs/contract';
import { Button, NativeSelect, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { fieldResolver } from '#lib/field-resolver';
import { Form } from '#ui/form';
import { Panel } from '#ui/panel';
import { useCompleteEntra } from '../set-up-calls';
import { Organisation } from './organisation';
import { useRefusalText } from './use-refusal-text';

const Values = z.object({
  name: EntraConnectionName,
  description: Description,
  admin_contact: AdminContact,
  sync_interval: SyncInterval,
  auto_create_webhook: z.boolean(),
  auto_map_fields: z.boolean(),
});
type Values = z.output<typeof Values>;

type Props = { setup: EntraSetup; onLeave: () => void };

/** Whose directory it is, and what the connection is to be like; then it is created. */
export function CompleteForm({ setup, onLeave }: Props) {
  const { t } = useTranslation(['entra-setup', 'iam', 'timetable']);
  const complete = useCompleteEntra();
  const refusalText = useRefusalText(complete.error, t('check.invalid'));
  const form = useForm({
    resolver: fieldResolver(Values),
    defaultValues: {
      name: setup.connection_name,
      description: '',
      admin_contact: '',
      sync_interval: 'disabled' as SyncInterval,
      auto_create_webhook: true,
      auto_map_fields: true,
    },
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit((values) => complete.mutate({ session: setup.session, body: bodyOf(values) }));
  return (
    <Form submit={submit} failedTitle={t('check.completeFailed')} failure={refusalText}>
      <Organisation setup={setup} />
      <Panel title={t('check.connection')} padded>
        <Stack gap="md">
          <TextInput
            label={t('name.label')}
            description={t('name.hint')}
            error={errors.name?.message}
            required
            {...form.register('name')}
          />
          <Textarea
            label={t('word.description')}
            error={errors.description?.message}
            rows={2}
            {...form.register('description')}
          />
          <TextInput
            label={t('iam:edit.contact')}
            description={t('iam:edit.contactHint')}
            error={errors.admin_contact?.message}
            {...form.register('admin_contact')}
          />
          <NativeSelect
            label={t('timetable:edit.interval')}
            data={SyncInterval.options.map((value) => ({ value, label: t(`timetable:edit.intervals.${value}`) }))}
            {...form.register('sync_interval')}
          />
          <Controller
            control={form.control}
            name="auto_create_webhook"
            render={({ field: { value, ...field } }) => (
              <Switch
                label={t('schedule.webhook')}
                description={t('schedule.webhookHint')}
                checked={value}
                {...field}
              />
            )}
          />
          <Controller
            control={form.control}
            name="auto_map_fields"
            render={({ field: { value, ...field } }) => (
              <Switch label={t('check.autoMap')} description={t('check.autoMapHint')} checked={value} {...field} />
            )}
          />
        </Stack>
      </Panel>
      <div className="setup-foot">
        <Button variant="default" onClick={onLeave} disabled={complete.isPending}>
          {t('check.no')}
        </Button>
        <Button type="submit" loading={complete.isPending}>
          {t('check.yes')}
        </Button>
      </div>
    </Form>
  );
}

/** Without the optional fields that are empty. */
const bodyOf = ({ description, admin_contact, ...rest }: Values) => ({
  ...rest,
  ...(description && { description }),
  ...(admin_contact && { admin_contact }),
});
