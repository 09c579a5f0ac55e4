import { type KeySystemConnection, KeySystemUpdate } from '@key2xs/contract';
import { Button, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { keySystemQuery, useUpdateKeySystem } from '#data/key-systems/key-systems';
import { ApiError } from '#lib/calls/api-error';
import { applyProblem } from '#lib/calls/apply-problem';
import { fieldResolver } from '#lib/field-resolver';
import { Form } from '#ui/form';
import { Notice } from '#ui/notice';
import { useToast } from '#ui/toast';

const { is_active } = KeySystemUpdate.shape;
const typed = z.string().trim();

const editSchema = (t: TFunction<'key-systems'>) =>
  z.object({
    name: typed.min(1, t('edit.nameMissing')).max(100, t('edit.nameLength')),
    description: typed.max(2_000).transform((text) => text || null),
    is_active: is_active.unwrap(),
  });

const valuesOf = ({ name, description, is_active }: KeySystemConnection) => ({
  name,
  description: description ?? '',
  is_active,
});

type Props = { connection: KeySystemConnection; onLeave: () => void };

/** Name, description and activity. Saves against the version at which the form opened or was reloaded. */
export function EditForm({ connection, onLeave }: Props) {
  const { t } = useTranslation('key-systems');
  const toast = useToast();
  const update = useUpdateKeySystem();
  const [original, setOriginal] = useState(connection);
  const schema = useMemo(() => editSchema(t), [t]);
  const form = useForm({ resolver: fieldResolver(schema), defaultValues: valuesOf(original) });
  const { errors } = form.formState;
  const isConflict = update.error instanceof ApiError && update.error.code === 'version_conflict';
  const submit = form.handleSubmit((changes) =>
    update.mutate(
      { connection: original, changes },
      {
        onSuccess: ({ name }) => {
          onLeave();
          toast.success(t('toasts.saved', { name }));
        },
        onError: (error) => {
          toast.failure(t('toasts.saveFailed'));
          applyProblem(error, form);
        },
      },
    ),
  );
  const startOver = (fresh: KeySystemConnection) => {
    update.reset();
    setOriginal(fresh);
    form.reset(valuesOf(fresh));
  };

  return (
    <Form submit={submit}>
      {isConflict && <Conflict id={connection.id} onReload={startOver} />}
      {errors.root && !isConflict && (
        <Notice tone="red" title={t('toasts.saveFailed')}>
          {errors.root.message}
        </Notice>
      )}
      <Stack gap="md">
        <TextInput label={t('edit.name')} required error={errors.name?.message} {...form.register('name')} />
        <Textarea
          label={t('word.description')}
          rows={3}
          error={errors.description?.message}
          {...form.register('description')}
        />
        <Controller
          control={form.control}
          name="is_active"
          render={({ field: { value, ...field } }) => (
            <Switch label={t('word.active')} description={t('edit.activeHint')} checked={value} {...field} />
          )}
        />
        <p className="mute">{t('edit.fixed')}</p>
      </Stack>
      <div className="dialog-foot">
        <Button variant="default" onClick={onLeave} disabled={update.isPending}>
          {t('word.cancel')}
        </Button>
        <Button type="submit" loading={update.isPending}>
          {t('word.save')}
        </Button>
      </div>
    </Form>
  );
}

/** Shown after a conflict with another save. The typed values stay until the reader reloads. */
function Conflict({ id, onReload }: { id: string; onReload: (fresh: KeySystemConnection) => void }) {
  const { t } = useTranslation('key-systems');
  const { refetch, isFetching } = useQuery(keySystemQuery(id));
  const toast = useToast();
  const reload = async () => {
    const { data, error } = await refetch();
    if (error || !data) toast.failure(t('toasts.editFailed'));
    else onReload(data);
  };
  const action = (
    <Button variant="default" loading={isFetching} onClick={() => void reload()}>
      {t('edit.conflict.reload')}
    </Button>
  );
  return (
    <Notice tone="amber" title={t('edit.conflict.title')} actions={action}>
      {t('edit.conflict.text')}
    </Notice>
  );
}
