import type { CredentialWarning } from '@key2xs/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#lib/format';
import { toneOf } from '#lib/time/certificate-end';
import { PlaceLink } from '#ui/place-link';

type Props = { warnings: UseQueryResult<CredentialWarning[]>; onOpen: () => void };

/** Secrets and certificates of identity sources that end soon. */
export function CredentialWarnings({ warnings: { data, error }, onOpen }: Props) {
  const { t } = useTranslation('shell');
  if (error && !data) return <p className="notifications-partial">{t('notifications.credentials.failed')}</p>;
  if (!data || data.length === 0) return null;
  return (
    <ul className="notifications notifications-first" aria-label={t('notifications.credentials.title')}>
      {data.map((warning) => (
        <li key={warning.credential_id}>
          <PlaceLink
            to="/iam-manager"
            search={{ source: warning.connection_id, tab: 'credentials' }}
            className={`notification tone-${toneOf(warning.threshold)}`}
            onClick={onOpen}
          >
            <Words warning={warning} />
          </PlaceLink>
        </li>
      ))}
    </ul>
  );
}

function Words({ warning }: { warning: CredentialWarning }) {
  const { t } = useTranslation('shell');
  const { connection_name: source, kind, days_left: count, expires_at, has_successor } = warning;
  const about = count < 0 ? 'ended' : count === 0 ? 'today' : 'ends';
  return (
    <>
      <span className="notification-head">
        <span className="notification-dot" aria-hidden="true" />
        <span className="notification-words">{t(`notifications.credentials.${kind}.${about}`, { source, count })}</span>
        <span className="notification-time">{formatDate(expires_at)}</span>
      </span>
      <span className="notification-more">
        {t(has_successor ? 'notifications.credentials.successor' : 'notifications.credentials.add')}
      </span>
    </>
  );
}
