import type { KeyExtension } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyExtensionsQuery, useApproveExtension, useRefuseExtension } from '#data/key-systems/key-times';
import { formatInstant } from '#lib/format';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { StatusTag, type Tone } from '#ui/status-tag';
import { useToast } from '#ui/toast';

const tones: Record<KeyExtension['state'], Tone> = { open: 'amber', approved: 'blue', refused: 'red', ended: 'grey' };
const markingsShown = 10;

/** Emergency extensions that wait for a decision or are in force, and those before on request. */
export function ExtensionsPanel() {
  const { t } = useTranslation('key-times');
  const { data } = useQuery(keyExtensionsQuery);
  const [isOpen, setIsOpen] = useState(false);
  const items = data?.items ?? [];
  if (items.length === 0) return null;
  const current = items.filter(({ state }) => state === 'open' || state === 'approved');
  const shown = isOpen ? items : current;
  const past = items.length - current.length;
  return (
    <section className="key-extensions" aria-label={t('extension.list')}>
      {shown.map((one) => (
        <Extension key={one.id} extension={one} />
      ))}
      {past > 0 && (
        <Button size="compact-sm" variant="subtle" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? t('extension.hidePast') : t('extension.showPast', { count: past })}
        </Button>
      )}
    </section>
  );
}

function Extension({ extension }: { extension: KeyExtension }) {
  const { t } = useTranslation('key-times');
  const [isRefusing, setIsRefusing] = useState(false);
  const approve = useApproveExtension();
  const toast = useToast();
  const { id, keys, hours, state, is_own, decided_by, decided_at, decision_reason, ends_at } = extension;
  const markings = keys.slice(0, markingsShown).map(({ marking }) => marking);
  const rest = keys.length - markings.length;
  const isUndecided = state === 'open';
  return (
    <Notice
      tone={tones[state]}
      title={t('extension.of', { count: keys.length, hours: t('interval.hours', { count: hours }) })}
      actions={
        isUndecided && (
          <>
            {!is_own && (
              <Button
                size="compact-sm"
                loading={approve.isPending}
                onClick={() => approve.mutate(id, { onSuccess: () => toast.success(t('extension.approvedNow')) })}
              >
                {t('extension.approve')}
              </Button>
            )}
            <Button size="compact-sm" variant="default" onClick={() => setIsRefusing(true)}>
              {is_own ? t('extension.withdraw') : t('extension.refuse')}
            </Button>
          </>
        )
      }
    >
      <StatusTag tone={tones[state]} label={t(`extension.states.${state}`)} /> {markings.join(', ')}
      {rest > 0 && ` ${t('extension.moreKeys', { count: rest })}`}
      <div className="mute">
        {t('extension.askedBy', { name: extension.asked_by, moment: formatInstant(extension.asked_at) })}{' '}
        {t('extension.because', { reason: extension.reason })}
      </div>
      {isUndecided && is_own && <div>{t('extension.own')}</div>}
      {decided_by && decided_at && (
        <div className="mute">
          {t('extension.decidedBy', { name: decided_by, moment: formatInstant(decided_at) })} {decision_reason}
        </div>
      )}
      {state === 'approved' && ends_at && (
        <div>
          {t('extension.until', { moment: formatInstant(ends_at) })} {t('extension.out')}
        </div>
      )}
      {approve.error && <div>{approve.error.message}</div>}
      {isRefusing && <RefuseDialog extension={extension} onClose={() => setIsRefusing(false)} />}
    </Notice>
  );
}

function RefuseDialog({ extension: { id, is_own }, onClose }: { extension: KeyExtension; onClose: () => void }) {
  const { t } = useTranslation('key-times');
  const [reason, setReason] = useState('');
  const refuse = useRefuseExtension();
  return (
    <ConfirmDialog
      title={t(is_own ? 'extension.withdrawTitle' : 'extension.refuseTitle')}
      confirmLabel={t(is_own ? 'extension.withdraw' : 'extension.refuse')}
      isBusy={refuse.isPending}
      reason={{
        label: t('change.reason'),
        value: reason,
        onChange: setReason,
        isRequired: true,
        ...(refuse.error && { error: refuse.error.message }),
      }}
      onConfirm={() => refuse.mutate({ id, reason }, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <p>{t('extension.nothingOrdered')}</p>
    </ConfirmDialog>
  );
}
