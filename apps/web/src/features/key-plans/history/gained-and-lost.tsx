import type { PlanVersion } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#lib/format';

/** How many people gained and lost doors by a version; nothing if none did or the numbers are unknown. */
export function GainedAndLost({ version: { figures } }: { version: Pick<PlanVersion, 'figures'> }) {
  const { t } = useTranslation('plan-versions');
  const { people_gaining = 0, people_losing = 0 } = figures ?? {};
  if (people_gaining + people_losing === 0) return null;
  return (
    <span className="version-effect">
      {people_gaining > 0 && (
        <span className="version-gained">
          <span aria-hidden="true">+{formatNumber(people_gaining)}</span>
          <span className="visually-hidden">{t('history.gained', { count: people_gaining })}</span>
        </span>
      )}
      {people_losing > 0 && (
        <span className="version-lost">
          <span aria-hidden="true">−{formatNumber(people_losing)}</span>
          <span className="visually-hidden">{t('history.lost', { count: people_losing })}</span>
        </span>
      )}
    </span>
  );
}
