import { Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStartCount } from '#data/key-systems/key-counts';
import { useKeySystemNames } from '#data/key-systems/use-key-system-names';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';

type Props = { onClose: () => void; onStarted: (id: string) => void };

/** Begins a count: of all keys in stock, of a key system, or at a place. */
export function StartDialog({ onClose, onStarted }: Props) {
  const { t } = useTranslation('key-desk');
  const systems = useKeySystemNames();
  const start = useStartCount();
  const [system, setSystem] = useState<string | null>(null);
  const [storage, setStorage] = useState('');
  const confirm = () => start.mutate({ connection_id: system, storage }, { onSuccess: ({ id }) => onStarted(id) });
  return (
    <ConfirmDialog
      title={t('counts.start.title')}
      confirmLabel={t('counts.start.confirm')}
      isBusy={start.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <Stack gap="md">
        {systems.length > 1 && (
          <Select
            label={t('columns.system')}
            placeholder={t('counts.allSystems')}
            clearable
            value={system}
            onChange={setSystem}
            data={systems.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <TextInput
          label={t('counts.start.storage')}
          description={t('counts.start.storageHint')}
          placeholder={t('counts.start.everywhere')}
          maxLength={100}
          value={storage}
          onChange={(event) => setStorage(event.currentTarget.value)}
        />
        {start.error && <Notice tone="red" title={start.error.message} />}
      </Stack>
    </ConfirmDialog>
  );
}
