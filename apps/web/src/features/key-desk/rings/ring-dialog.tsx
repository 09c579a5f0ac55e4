import { type Key, keyRingList } from '@key2xs/contract';
import { Select, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { recordsQuery } from '#data/calls/records';
import { useCreateRing, useUpdateRing } from '#data/key-systems/key-rings';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { useToast } from '#ui/toast';

type Props = { keys: readonly Key[]; onClose: () => void; onDone: () => void };

const allRings = recordsQuery(keyRingList, { params: undefined, query: { limit: 200 } });

/** Puts keys on a new ring, or on one there is. */
export function RingDialog({ keys, onClose, onDone }: Props) {
  const { t } = useTranslation('key-desk');
  const toast = useToast();
  const { data } = useQuery(allRings);
  const [create, update] = [useCreateRing(), useUpdateRing()];
  const [chosen, setChosen] = useState<string | null>(null);
  const [name, setName] = useState('');
  const [wasSent, setWasSent] = useState(false);
  const rings = data?.rows ?? [];
  const ring = rings.find(({ id }) => id === chosen);
  const isTooFew = !ring && keys.length < 2;
  const ids = keys.map(({ id }) => id);
  const done = (said: string) => () => {
    toast.success(said);
    onClose();
    onDone();
  };
  const confirm = () => {
    setWasSent(true);
    if (ring) {
      const all = [...new Set([...ring.keys.map(({ id }) => id), ...ids])];
      update.mutate({ ring, name: ring.name, keys: all }, { onSuccess: done(t('rings.saved', { name: ring.name })) });
    } else if (name.trim() !== '' && !isTooFew) {
      create.mutate({ name, keys: ids }, { onSuccess: done(t('rings.created', { name: name.trim() })) });
    }
  };
  const error = create.error ?? update.error;
  return (
    <ConfirmDialog
      title={t('rings.create')}
      confirmLabel={t('rings.create')}
      isBusy={create.isPending || update.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <Stack gap="md">
        <p>{t('rings.createText', { names: keys.map(({ marking }) => marking).join(', ') })}</p>
        {rings.length > 0 && (
          <Select
            label={t('rings.which')}
            placeholder={t('rings.new')}
            clearable
            searchable
            value={chosen}
            onChange={setChosen}
            data={rings.map(({ id, name: label }) => ({ value: id, label }))}
          />
        )}
        {!ring && (
          <TextInput
            label={t('rings.name')}
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={wasSent && name.trim() === '' ? t('rings.nameMissing') : undefined}
          />
        )}
        {isTooFew && <Notice tone="amber" title={t('rings.tooFewNew')} />}
        {error && <Notice tone="red" title={error.message} />}
      </Stack>
    </ConfirmDialog>
  );
}
