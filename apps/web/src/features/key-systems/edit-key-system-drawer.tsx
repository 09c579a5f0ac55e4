import { zodResolver } from '@hookform/resolvers/zod';
import { type KeySystemConnection, KeySystemUpdate } from '@key2xs/contract';
import { Button, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useUpdateKeySystem } from '#data/key-systems';
import { applyProblem } from '#lib/apply-problem';
import { Notice } from '#ui/notice';
import { SideDrawer } from '#ui/side-drawer';
import { useToast } from '#ui/toast';

const { is_active } = KeySystemUpdate.shape;
const typed = z.string().trim();

const editSchema = (t: TFunction<'key-systems'>) =>
  z.object({
    name: typed.min(1, t('errors.name')).max(100, t('errors.nameLength')),
    description: typed.max(2_000).transform((text) => text || null),
    is_active: is_active.unwrap(),
  });

type Props = { connection: KeySystemConnection; onClose: () => void };

/** Name, description and activity; certificate and address stay as they are. */
export function EditKeySystemDrawer({ connection, onClose }: Props) {
  const { t } = useTranslation('key-systems');
  const update = useUpdateKeySystem();
  const toast = useToast();
  const schema = useMemo(() => editSchema(t), [t]);
  const { name, description } = connection;
  const defaultValues = { name, description: description ?? '', is_active: connection.is_active };
  const form = useForm({ resolver: zodResolver(schema), defaultValues });
  const { errors } = form.formState;
  const submit = form.handleSubmit((changes) =>
    update.mutate(
      { connection, changes },
      {
        onSuccess: (saved) => {
          toast.success(t('toasts.saved', { name: saved.name }));
          onClose();
        },
        onError: (error) => {
          toast.failure(t('toasts.saveFailed'));
          applyProblem(error, form);
        },
      },
    ),
  );

  return (
    <SideDrawer title={t('edit.title')} opened onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        {errors.root && (
          <Notice tone="red" title={t('toasts.saveFailed')}>
            {errors.root.message}
          </Notice>
        )}
        <Stack gap="md">
          <TextInput label={t('fields.name')} required error={errors.name?.message} {...form.register('name')} />
          <Textarea
            label={t('fields.description')}
            minRows={3}
            error={errors.description?.message}
            {...form.register('description')}
          />
          <Controller
            control={form.control}
            name="is_active"
            render={({ field: { value, ...field } }) => (
              <Switch label={t('fields.active')} description={t('hints.active')} checked={value} {...field} />
            )}
          />
          <p className="mute">{t('hints.fixed')}</p>
          <div className="actions">
            <Button type="submit" loading={update.isPending}>
              {t('edit.save')}
            </Button>
            <Button variant="default" onClick={onClose}>
              {t('edit.cancel')}
            </Button>
          </div>
        </Stack>
      </form>
    </SideDrawer>
  );
}
