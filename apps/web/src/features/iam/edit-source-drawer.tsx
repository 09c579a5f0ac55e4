import { AdminContact, Description, type IamConnection, isUploaded, Name } from '@key2xs/contract';
import { Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { TimetablePanel } from '#components/timetable/timetable-panel';
import { useUpdateIamConnection } from '#data/sources/iam';
import { applyProblem } from '#lib/calls/apply-problem';
import { fieldResolver } from '#lib/field-resolver';
import { Form, FormActions } from '#ui/form';
import { SideDrawer } from '#ui/overlay/side-drawer';
import { useToast } from '#ui/toast';
import { GraceForm } from './grace-form';
import { ValueAliases } from './value-aliases';

const Values = z.object({
  name: Name,
  description: Description.transform((text) => text || null),
  admin_contact: AdminContact.transform((text) => text || null),
  is_active: z.boolean(),
});

type Props = { source: IamConnection; onClose: () => void };

/** Keeps the typed values when another administrator changed the source first. */
export function EditSourceDrawer({ source, onClose }: Props) {
  const { t } = useTranslation('iam');
  const update = useUpdateIamConnection();
  const toast = useToast();
  const { name, is_active, description, admin_contact } = source;
  const form = useForm({
    resolver: fieldResolver(Values),
    defaultValues: { name, is_active, description: description ?? '', admin_contact: admin_contact ?? '' },
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit((changes) =>
    update.mutate(
      { connection: source, changes },
      {
        onSuccess: (saved) => {
          toast.success(t('edit.toast', { name: saved.name }));
          onClose();
        },
        onError: (error) => applyProblem(error, form),
      },
    ),
  );
  return (
    <SideDrawer title={t('edit.title')} opened onClose={onClose}>
      <Form submit={submit} failedTitle={t('edit.failed')} failure={errors.root?.message}>
        <Stack gap="md">
          <TextInput label={t('edit.name')} error={errors.name?.message} required {...form.register('name')} />
          <Textarea
            label={t('word.description')}
            error={errors.description?.message}
            rows={3}
            {...form.register('description')}
          />
          <TextInput
            label={t('edit.contact')}
            description={t('edit.contactHint')}
            error={errors.admin_contact?.message}
            {...form.register('admin_contact')}
          />
          <Controller
            control={form.control}
            name="is_active"
            render={({ field: { value, ...field } }) => (
              <Switch label={t('word.active')} description={t('edit.activeHint')} checked={value} {...field} />
            )}
          />
          <FormActions submitLabel={t('word.save')} isBusy={update.isPending} onCancel={onClose} />
        </Stack>
      </Form>
      <GraceForm source={source} />
      {!isUploaded(source.provider) && <TimetablePanel of={{ is: 'source', id: source.id }} />}
      <ValueAliases connectionId={source.id} />
    </SideDrawer>
  );
}
