import { type Key, keyList, type OrderedKind, orderedKinds } from '@key2xs/contract';
import { Radio, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { recordsQuery } from '#data/calls/records';
import { useOrderJobs } from '#data/key-systems/programming';
import { useReason } from '#lib/use-reason';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { SinglePicker } from '#ui/picker/single-picker';
import { useToast } from '#ui/toast';
import { useJobWords } from './use-job-words';

type Props = { cylinder: { id: string; marking: string; connection_id: string }; onClose: () => void };

const events = ['fetch_first', 'discard'] as const;
const needsKey = (kind: OrderedKind) => kind === 'block' || kind === 'unblock';

/** Orders one job for a cylinder, and says what each kind does. */
export function OrderDialog({ cylinder, onClose }: Props) {
  const { t } = useTranslation('programming');
  const kindWord = useJobWords();
  const toast = useToast();
  const order = useOrderJobs();
  const { field, take } = useReason();
  const [kind, setKind] = useState<OrderedKind>('program');
  const [key, setKey] = useState<Key>();
  const [isKeyMissing, setIsKeyMissing] = useState(false);
  const [what, setWhat] = useState<(typeof events)[number]>('fetch_first');
  const takesKey = needsKey(kind) || kind === 'program';
  const confirm = () => {
    const reason = take();
    const lacksKey = needsKey(kind) && !key;
    setIsKeyMissing(lacksKey);
    if (reason === undefined || lacksKey) return;
    const jobs = [{ cylinder_id: cylinder.id, key_id: takesKey ? (key?.id ?? null) : null, kind }];
    order.mutate(
      { jobs, reason, ...(kind === 'reprogram' && { events: what }) },
      {
        onSuccess: () => {
          toast.success(t('order.done'));
          onClose();
        },
      },
    );
  };
  return (
    <ConfirmDialog
      title={t('order.title', { cylinder: cylinder.marking })}
      confirmLabel={t('order.confirm')}
      isBusy={order.isPending}
      reason={field}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <Radio.Group label={t('order.kind')} value={kind} onChange={(value) => setKind(value as OrderedKind)}>
        <Stack gap="xs" mt="xs">
          {orderedKinds.map((one) => (
            <Radio key={one} value={one} label={kindWord(one)} description={t(`about.${one}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {takesKey && (
        <KeyPicker
          label={t(needsKey(kind) ? 'order.key' : 'order.keyOptional')}
          connectionId={cylinder.connection_id}
          chosen={key}
          onChoose={setKey}
          error={isKeyMissing && !key ? t('order.keyMissing') : undefined}
        />
      )}
      {kind === 'reprogram' && (
        <>
          <Notice tone="amber" title={t('order.events.title')} />
          <Radio.Group
            label={t('order.events.label')}
            value={what}
            onChange={(value) => setWhat(value as (typeof events)[number])}
          >
            <Stack gap="xs" mt="xs">
              {events.map((one) => (
                <Radio key={one} value={one} label={t(`order.events.${one}`)} />
              ))}
            </Stack>
          </Radio.Group>
        </>
      )}
      {order.error && <Notice tone="red" title={order.error.message} />}
    </ConfirmDialog>
  );
}

type PickerProps = {
  label: string;
  connectionId: string;
  chosen: Key | undefined;
  onChoose: (key: Key | undefined) => void;
  error: string | undefined;
};

const searchMs = 200;

function KeyPicker({ label, connectionId, chosen, onChoose, error }: PickerProps) {
  const { t } = useTranslation('programming');
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const [search] = useDebouncedValue(text, searchMs);
  const query = recordsQuery(keyList, {
    params: undefined,
    query: { search, connection_id: connectionId, limit: 20 },
  });
  const isReady = text !== '' && search === text;
  const { data, isFetching } = useQuery(isReady ? query : { ...query, queryFn: skipToken });
  const keys = isReady && !isFetching ? (data?.rows ?? []) : [];
  const choices = keys.map(({ id, marking, name, custody }) => ({
    value: id,
    label: [marking, name, custody.holder?.name].filter(Boolean).join(', '),
  }));
  return (
    <div style={{ marginTop: 12 }}>
      <SinglePicker
        label={label}
        placeholder={t('order.keyPlaceholder')}
        typed={typed}
        onType={setTyped}
        groups={[{ choices }]}
        isSearching={text !== '' && (!isReady || isFetching)}
        chosen={chosen?.marking ?? null}
        onChoose={(id) => onChoose(keys.find((key) => key.id === id))}
        error={error}
      />
    </div>
  );
}
