import type { CertificateWarning } from '@key2xs/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#lib/format';
import { toneOf } from '#lib/time/certificate-end';
import { PlaceLink } from '#ui/place-link';

type Props = { warnings: UseQueryResult<CertificateWarning[]>; onOpen: () => void };

/** Client certificates that expire soon. Above the tasks, because they require action. */
export function CertificateWarnings({ warnings: { data, error }, onOpen }: Props) {
  const { t } = useTranslation('shell');
  if (error && !data) return <p className="notifications-partial">{t('notifications.certificates.failed')}</p>;
  if (!data || data.length === 0) return null;
  return (
    <ul className="notifications notifications-first" aria-label={t('notifications.certificates.title')}>
      {data.map((warning) => (
        <li key={warning.certificate_id}>
          <Place connection={warning.connection_id} tone={toneOf(warning.threshold)} onOpen={onOpen}>
            <Words warning={warning} />
          </Place>
        </li>
      ))}
    </ul>
  );
}

type PlaceProps = { connection: string; tone: string; onOpen: () => void; children: ReactNode };

/** A link for super admins only: they alone can replace a certificate. */
function Place({ connection, tone, onOpen, children }: PlaceProps) {
  const search = { connection, tab: 'certificates' } as const;
  return (
    <PlaceLink to="/key-systems" search={search} className={`notification tone-${tone}`} onClick={onOpen}>
      {children}
    </PlaceLink>
  );
}

function Words({ warning }: { warning: CertificateWarning }) {
  const { t } = useTranslation('shell');
  const { connection_name: connection, days_left: count, not_after, has_successor } = warning;
  const about = count < 0 ? 'ended' : count === 0 ? 'today' : 'ends';
  return (
    <>
      <span className="notification-head">
        <span className="notification-dot" aria-hidden="true" />
        <span className="notification-words">{t(`notifications.certificates.${about}`, { connection, count })}</span>
        <span className="notification-time">{formatDate(not_after)}</span>
      </span>
      <span className="notification-more">
        {t(has_successor ? 'notifications.certificates.successor' : 'notifications.certificates.add')}
      </span>
    </>
  );
}
