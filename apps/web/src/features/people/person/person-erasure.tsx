import { type ErasurePreview, type Person, privacy } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { erasureQuery, useErasePerson } from '#data/people/people';
import { formatDate, formatNumber } from '#lib/format';
import { useReason } from '#lib/use-reason';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { Failure, Loading } from '#ui/page-states';
import { useToast } from '#ui/toast';

/** Erases a person who has left, for those with the right to. */
export function PersonErasure({ person }: { person: Person }) {
  const { t } = useTranslation('people');
  const [isOpen, setIsOpen] = useState(false);
  if (!useMay(privacy.erase) || person.state !== 'left') return null;
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {t('person.erase.open')}
      </Button>
      {isOpen && <ErasureDialog person={person} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function ErasureDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { t } = useTranslation('people');
  const toast = useToast();
  const navigate = useNavigate();
  const { data: preview, error, refetch } = useQuery(erasureQuery(person.id));
  const erase = useErasePerson();
  const { field, take } = useReason();
  const isReady = preview?.blockers.length === 0;
  const confirm = () => {
    const reason = take();
    if (!isReady || reason === undefined) return;
    erase.mutate(
      { id: person.id, reason },
      {
        onSuccess: ({ pseudonym }) => {
          toast.success(t('person.erase.done', { pseudonym }));
          void navigate({ to: '/people' });
        },
        onError: () => void refetch(),
      },
    );
  };
  return (
    <ConfirmDialog
      title={t('person.erase.title', { name: person.display_name })}
      confirmLabel={isReady ? t('person.erase.confirm') : undefined}
      isBusy={erase.isPending}
      isDangerous
      {...(isReady && { reason: field })}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {erase.error && (
        <Notice tone="red" title={t('person.erase.failed')}>
          {erase.error.message}
        </Notice>
      )}
      {preview && <Preview preview={preview} />}
      {!preview &&
        (error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('person.erase.loading')} />)}
    </ConfirmDialog>
  );
}

function Preview({ preview: { blockers, erased, kept, pseudonym } }: { preview: ErasurePreview }) {
  const { t } = useTranslation('people');
  return (
    <>
      {blockers.length > 0 ? (
        <Notice tone="amber" title={t('person.erase.blocked')}>
          <ul>
            {blockers.map(({ kind, count, names }) => (
              <li key={kind}>{t(`person.erase.blockers.${kind}`, { count, names })}</li>
            ))}
          </ul>
        </Notice>
      ) : (
        <p>{t('person.erase.text', { pseudonym })}</p>
      )}
      <h3>{t('person.erase.erased')}</h3>
      <ul>
        {erased.map(({ part, title, rows }) => (
          <li key={part}>
            {title}: {formatNumber(rows)}
          </li>
        ))}
      </ul>
      <h3>{t('person.erase.keptTitle')}</h3>
      <ul>
        {kept.map(({ kind, count, until }) => (
          <li key={kind}>{t(`person.erase.kept.${kind}`, { count: count ?? 0, until: formatDate(until) })}</li>
        ))}
      </ul>
    </>
  );
}
