import type { LogDestination } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TimeAgo } from '#components/time-ago';
import { useRemoveLogDestination, useTestLogDestination } from '#data/log-destinations';
import { formatInstant } from '#lib/format';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { StatusTag, type Tone } from '#ui/status-tag';
import { useToast } from '#ui/toast';

type Health = 'off' | 'failing' | 'fresh' | 'works';

const tones: Record<Health, Tone> = { off: 'grey', failing: 'amber', fresh: 'blue', works: 'green' };

function healthOf({ is_enabled, last_error, last_sent_at }: LogDestination): Health {
  if (!is_enabled) return 'off';
  if (last_error) return 'failing';
  return last_sent_at ? 'works' : 'fresh';
}

type Props = { destination: LogDestination; onEdit: () => void };

/** One destination: where it is, how far it is, what is wrong, and its actions. */
export function DestinationItem({ destination, onEdit }: Props) {
  const { t } = useTranslation('log-forwarding');
  const { name, last_error, failing_since } = destination;
  const health = healthOf(destination);
  return (
    <li>
      <div className="section-head">
        <h3 className="webhook-url">{name}</h3>
        <StatusTag tone={tones[health]} label={t(`health.${health}`)} />
      </div>
      <p>{usePlaceWords()(destination)}</p>
      <Progress destination={destination} />
      {health === 'failing' && last_error && (
        <Notice tone="amber" title={t(`errors.${last_error.error}`)}>
          {failing_since && t('since', { when: formatInstant(failing_since) })} {t('again')}
        </Notice>
      )}
      <Acting destination={destination} onEdit={onEdit} />
    </li>
  );
}

function usePlaceWords() {
  const { t } = useTranslation('log-forwarding');
  return ({ target, format }: LogDestination): string => {
    const as = { format: t(`formats.${format}`) };
    if (target.kind === 'syslog') return t('toSyslog', { host: target.host, port: `${target.port}`, ...as });
    return t('toFile', { file: `${target.file}.${format === 'ocsf' ? 'ndjson' : 'cef'}`, ...as });
  };
}

function Progress({ destination }: Pick<Props, 'destination'>) {
  const { t } = useTranslation('log-forwarding');
  const { sent_position: position, last_sent_at, waiting: count, oldest_waiting_at } = destination;
  return (
    <p className="mute">
      {last_sent_at ? (
        <>
          {t('sent', { position })}, <TimeAgo instant={last_sent_at} />.
        </>
      ) : (
        t('notSent')
      )}
      {oldest_waiting_at && ` ${t('waiting', { count, when: formatInstant(oldest_waiting_at) })}`}
    </p>
  );
}

function Acting({ destination, onEdit }: Props) {
  const { t } = useTranslation('log-forwarding');
  const toast = useToast();
  const test = useTestLogDestination();
  const [isRemoving, setRemoving] = useState(false);
  const { id, name } = destination;
  const send = () =>
    test.mutate(id, {
      onSuccess: ({ error }) => (error ? toast.failure(t(`errors.${error}`)) : toast.success(t('test.taken'))),
      onError: (error) => toast.failure(error.message),
    });
  return (
    <div className="actions">
      <Button variant="default" loading={test.isPending} onClick={send} aria-label={t('test.of', { name })}>
        {t('test.send')}
      </Button>
      <Button variant="default" onClick={onEdit} aria-label={t('editOf', { name })}>
        {t('word.edit')}
      </Button>
      <Button variant="subtle" color="red" onClick={() => setRemoving(true)} aria-label={t('remove.of', { name })}>
        {t('remove.open')}
      </Button>
      {isRemoving && <Removal destination={destination} onClose={() => setRemoving(false)} />}
    </div>
  );
}

/** States the effect before a destination is deleted. */
function Removal({ destination, onClose }: { destination: LogDestination; onClose: () => void }) {
  const { t } = useTranslation('log-forwarding');
  const toast = useToast();
  const remove = useRemoveLogDestination();
  const { name, waiting } = destination;
  const confirm = () =>
    remove
      .mutateAsync(destination)
      .then(() => toast.success(t('remove.done')))
      .catch((error: Error) => toast.failure(error.message))
      .finally(onClose);
  return (
    <ConfirmDialog
      title={t('remove.title', { name })}
      confirmLabel={t('remove.confirm')}
      isDangerous
      isBusy={remove.isPending}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p>{t('remove.text')}</p>
      {waiting > 0 && <p>{t('remove.waiting', { count: waiting })}</p>}
    </ConfirmDialog>
  );
}
