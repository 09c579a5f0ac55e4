import type { KeyPlan } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { growthQuery } from '#data/plan-figures';
import { formatNumber } from '#lib/format';

/** How many people gained and lost doors by a version; nothing where nobody did, or where it is not counted. */
export function GainedAndLost({ plan, number }: { plan: Pick<KeyPlan, 'id'>; number: number }) {
  const { t } = useTranslation('plan-versions');
  const { data } = useQuery(growthQuery(plan.id));
  const { people_gaining = 0, people_losing = 0 } = data?.items.find((one) => one.number === number) ?? {};
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
