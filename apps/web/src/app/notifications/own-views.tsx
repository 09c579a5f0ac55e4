import type { OwnView } from '@key2xs/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '#lib/format';
import { PlaceLink } from '#ui/place-link';

type Props = { views: UseQueryResult<OwnView[]>; onOpen: () => void };

/** Which super admins saw what the signed-in user sees: when, and why. */
export function OwnViews({ views: { data, error }, onOpen }: Props) {
  const { t } = useTranslation('shell');
  if (error && !data) return <p className="notifications-partial">{t('notifications.views.failed')}</p>;
  if (!data || data.length === 0) return null;
  return (
    <ul className="notifications notifications-first" aria-label={t('notifications.views.title')}>
      {data.map(({ id, by, at, reason }) => (
        <li key={id}>
          <PlaceLink to="/profile" className="notification tone-blue" onClick={onOpen}>
            <span className="notification-head">
              <span className="notification-dot" aria-hidden="true" />
              <span className="notification-words">{t('notifications.views.by', { by })}</span>
              <span className="notification-time">{formatInstant(at)}</span>
            </span>
            <span className="notification-more">{t('notifications.views.reason', { reason })}</span>
          </PlaceLink>
        </li>
      ))}
    </ul>
  );
}
