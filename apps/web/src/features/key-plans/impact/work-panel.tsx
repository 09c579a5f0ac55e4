import type { PlanComparison } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#lib/format';
import { timeInWords } from '#lib/time/time-in-words';
import { Panel } from '#ui/panel';
import { PlaceLink } from '#ui/place-link';

/** Recommended by the maker of the cylinders: a programming key takes so many jobs on one round. */
const jobsOfRound = 30;

/** The manual work before the doors change: keys to update, cylinders to visit. */
export function WorkPanel({ comparison: { effect, visits } }: { comparison: PlanComparison }) {
  const { t } = useTranslation('plan-versions');
  const { keys_to_update: keys, cylinders_to_visit: cylinders, people_without_key: keyless, keys_read_at } = effect;
  const rounds = Math.ceil(cylinders / jobsOfRound);
  return (
    <Panel title={t('work.title')} padded>
      <ul style={{ margin: 0, paddingLeft: 20 }}>
        {(keys > 0 || keys_read_at) && <li>{keys > 0 ? t('work.keys', { count: keys }) : t('work.noKeys')}</li>}
        <li>
          {cylinders > 0
            ? `${t('work.cylinders', { count: cylinders })} ${t('work.rounds', { count: rounds, jobs: jobsOfRound })}`
            : t('work.noCylinders')}
          {visits.length > 0 && (
            <ul style={{ margin: '4px 0 0', paddingLeft: 20 }}>
              {visits.map(({ location_id, name, cylinders: here }) => (
                <li key={location_id ?? ''}>
                  {location_id === null ? (
                    t('impact.noPlace')
                  ) : (
                    <PlaceLink to="/keys/locations" search={{ location_id }}>
                      {name}
                    </PlaceLink>
                  )}{' '}
                  <span className="mute">{formatNumber(here)}</span>
                </li>
              ))}
            </ul>
          )}
        </li>
        {keyless > 0 && keys_read_at && <li>{t('work.keyless', { count: keyless })}</li>}
        <li className="mute">
          {keys_read_at
            ? t('work.keysRead', { when: timeInWords(keys_read_at, { isInside: true }) })
            : t('work.keysUnknown')}
        </li>
      </ul>
    </Panel>
  );
}
