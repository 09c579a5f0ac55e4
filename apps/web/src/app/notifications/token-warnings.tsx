import type { ApiTokenWarning } from '@key2xs/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#lib/format';
import { toneOf } from '#lib/time/certificate-end';
import { PlaceLink } from '#ui/place-link';

type Props = { warnings: UseQueryResult<ApiTokenWarning[]>; onOpen: () => void };

/** Own API tokens that end soon, and for super admins those of service accounts. */
export function TokenWarnings({ warnings: { data, error }, onOpen }: Props) {
  const { t } = useTranslation('shell');
  if (error && !data) return <p className="notifications-partial">{t('notifications.tokens.failed')}</p>;
  if (!data || data.length === 0) return null;
  return (
    <ul className="notifications notifications-first" aria-label={t('notifications.tokens.title')}>
      {data.map((warning) => (
        <li key={warning.token_id}>
          <PlaceLink
            to="/developers"
            search={{ tab: 'tokens' }}
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

function Words({ warning }: { warning: ApiTokenWarning }) {
  const { t } = useTranslation('shell');
  const { name, owner, is_service, days_left: count, expires_at } = warning;
  const about = count < 0 ? 'ended' : count === 0 ? 'today' : 'ends';
  const whose = is_service ? 'service' : 'own';
  return (
    <>
      <span className="notification-head">
        <span className="notification-dot" aria-hidden="true" />
        <span className="notification-words">
          {t(`notifications.tokens.${whose}.${about}`, { name, owner, count })}
        </span>
        <span className="notification-time">{formatDate(expires_at)}</span>
      </span>
      <span className="notification-more">
        {t(count < 0 ? 'notifications.tokens.ended' : 'notifications.tokens.renew')}
      </span>
    </>
  );
}
