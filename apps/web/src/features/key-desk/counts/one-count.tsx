import { type CountDetail, keyCounts } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useExport } from '#data/calls/records';
import { useDiscardCount } from '#data/key-systems/key-counts';
import { formatInstant, formatNumber } from '#lib/format';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { Page } from '#ui/page';
import { Panel } from '#ui/panel';
import { useToast } from '#ui/toast';
import { CloseDialog } from './close-dialog';
import { CountScanField } from './count-scan-field';
import { type Corrections, Differences } from './differences';
import { LatestScans } from './latest-scans';

type Props = { count: CountDetail; onClose: () => void };

/** A count while it is counted, and its report once it is closed. */
export function OneCountView({ count, onClose }: Props) {
  const { t } = useTranslation('key-desk');
  const [corrections, setCorrections] = useState<Corrections>(new Map());
  const [asks, setAsks] = useState<'close' | 'discard'>();
  const isOpen = count.closed_at === null;
  const place = [count.connection_name ?? t('counts.allSystems'), count.storage].filter(Boolean).join(', ');
  return (
    <Page
      title={t('counts.title')}
      subtitle={`${place} · ${formatInstant(count.started_at)} · ${count.started_by}`}
      back={{ label: t('counts.back'), onClick: onClose }}
      actions={
        <>
          <PdfButton count={count} />
          {isOpen && (
            <>
              <Button variant="default" onClick={() => setAsks('discard')}>
                {t('counts.discard.action')}
              </Button>
              <Button onClick={() => setAsks('close')}>{t('counts.close.action')}</Button>
            </>
          )}
        </>
      }
    >
      {!isOpen && (
        <Notice
          tone="grey"
          title={t('counts.closedBy', { at: formatInstant(count.closed_at ?? ''), name: count.closed_by ?? '' })}
        >
          {count.reason}
        </Notice>
      )}
      <Figures count={count} />
      <div className={isOpen ? 'desk' : undefined}>
        {isOpen && (
          <Panel>
            <div className="desk-form">
              <CountScanField id={count.id} />
              <LatestScans count={count} />
            </div>
          </Panel>
        )}
        <Panel>
          <Differences count={count} corrections={corrections} onCorrect={setCorrections} />
        </Panel>
      </div>
      <People count={count} />
      {asks === 'close' && <CloseDialog count={count} corrections={corrections} onClose={() => setAsks(undefined)} />}
      {asks === 'discard' && <Discard count={count} onCancel={() => setAsks(undefined)} onDone={onClose} />}
    </Page>
  );
}

function Figures({ count: { figures } }: { count: CountDetail }) {
  const { t } = useTranslation('key-desk');
  const unexpected = figures.handed_out + figures.lost + figures.retired + figures.unknown;
  const shown = [
    ['expected', figures.expected, false],
    ['counted', figures.counted, false],
    ['missing', figures.missing, figures.missing > 0],
    ['unexpected', unexpected, unexpected > 0],
    ['elsewhere', figures.elsewhere, figures.elsewhere > 0],
  ] as const;
  return (
    <dl className="count-figures" aria-label={t('counts.figures.label')} aria-live="polite">
      {shown.map(([name, value, isWarning]) => (
        <div key={name} data-warn={isWarning}>
          <dt>{t(`counts.figures.${name}`)}</dt>
          <dd className="tabular">{formatNumber(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function People({ count: { people } }: { count: CountDetail }) {
  const { t } = useTranslation('key-desk');
  if (people.length === 0) return null;
  return (
    <Panel title={t('counts.people')} padded>
      <ul className="lines">
        {people.map(({ name, scans, first, last }) => (
          <li key={name}>
            {name}
            <div className="mute">
              {t('counts.scansOf', { count: scans })} · {formatInstant(first)} – {formatInstant(last)}
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function PdfButton({ count: { id } }: { count: CountDetail }) {
  const { t } = useTranslation('key-desk');
  const toast = useToast();
  const pdf = useExport(keyCounts.pdf, 'key-count.pdf');
  return (
    <Button
      variant="default"
      loading={pdf.isPending}
      onClick={() =>
        pdf.mutate({ params: { id }, query: {} }, { onError: () => toast.failure(t('receipt.downloadFailed')) })
      }
    >
      PDF
    </Button>
  );
}

type DiscardProps = { count: CountDetail; onCancel: () => void; onDone: () => void };

function Discard({ count, onCancel, onDone }: DiscardProps) {
  const { t } = useTranslation('key-desk');
  const toast = useToast();
  const discard = useDiscardCount();
  const confirm = () =>
    discard.mutate(count.id, {
      onSuccess: () => {
        toast.success(t('counts.discard.done'));
        onDone();
      },
    });
  return (
    <ConfirmDialog
      title={t('counts.discard.title')}
      confirmLabel={t('counts.discard.action')}
      isDangerous
      isBusy={discard.isPending}
      onConfirm={confirm}
      onCancel={onCancel}
    >
      <p>{t('counts.discard.text', { count: count.scans })}</p>
      {discard.error && <Notice tone="red" title={discard.error.message} />}
    </ConfirmDialog>
  );
}
