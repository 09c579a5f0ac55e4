import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cylinderSwapsQuery } from '#data/key-systems/locations';
import { formatInstant } from '#lib/format';

/** Which cylinders of a place took the place of others; nothing where none did. */
export function SwapHistory({ id }: { id: string }) {
  const { t } = useTranslation('locations');
  const { data } = useQuery(cylinderSwapsQuery(id));
  if (!data || data.total === 0) return null;
  const unlisted = data.total - data.swaps.length;
  return (
    <details className="place-swaps">
      <summary>{t('swap.history', { count: data.total })}</summary>
      <ul>
        {data.swaps.map(({ id: of, swapped_at, location_path, removed, installed, reason }) => (
          <li key={of}>
            <p>{t('swap.entry', { removed, installed })}</p>
            <p className="mute">{[formatInstant(swapped_at), location_path, reason].join(' · ')}</p>
          </li>
        ))}
      </ul>
      {unlisted > 0 && <p className="mute">{t('swap.older', { count: unlisted })}</p>}
    </details>
  );
}
