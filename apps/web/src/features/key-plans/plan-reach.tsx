import type { PlanCoverage } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';

type Props = { coverage: PlanCoverage | undefined };

/** How many of its people and doors a plan reaches; nothing while that is not known. */
export function PlanReach({ coverage }: Props) {
  const { t } = useTranslation('key-plans');
  if (!coverage) return '–';
  const { people, of_people, doors, of_doors } = coverage;
  // A plan without a key system may open doors, but has none of its own to count them by.
  const ofDoors =
    of_doors > 0 ? t('list.doors', { count: doors, of: of_doors }) : t('list.doorsAlone', { count: doors });
  return (
    <span className="plan-reach">
      <Share words={t('list.people', { count: people, of: of_people })} part={people} all={of_people} />
      <Share words={ofDoors} part={doors} all={of_doors} />
    </span>
  );
}

function Share({ words, part, all }: { words: string; part: number; all: number }) {
  const share = all > 0 ? Math.min(part / all, 1) : 0;
  return (
    <span className="plan-share">
      <span>{words}</span>
      {all > 0 && (
        <span className="plan-share-track" aria-hidden="true">
          <span className="plan-share-bar" style={{ width: `${share * 100}%` }} />
        </span>
      )}
    </span>
  );
}

/** Who changed the plan last, where that is kept. */
export function ChangedBy({ coverage }: Props) {
  const { t } = useTranslation('key-plans');
  return coverage?.changed_by ? <span className="mute">{t('list.by', { name: coverage.changed_by })}</span> : null;
}
