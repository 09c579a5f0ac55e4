import type { Overview } from '@key2xs/contract';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#lib/format';
import { timeInWords } from '#lib/time/time-in-words';
import { ScreenReaderText, StandingCard } from './standing-card';

type Props = { overview: Overview };

export function PeopleCard({ overview: { people, identity_sources: sources } }: Props) {
  const { t } = useTranslation('dashboard');
  const label = t('word.people');
  if (sources.total === 0) {
    const add = <Link to="/connect/iam-wizard">{t('standing.people.addSource')}</Link>;
    return <StandingCard label={label} value={t('standing.people.none')} lines={[add]} />;
  }
  const { last_change: change, last_read_at } = people;
  const changed =
    change &&
    (change.joined + change.left > 0
      ? t('standing.people.change', { joined: change.joined, left: change.left })
      : t('standing.people.noneChanged'));
  return (
    <StandingCard
      label={label}
      value={
        <Link to="/people" search={{ active: 'true' }}>
          {formatNumber(people.total)}
        </Link>
      }
      lines={[
        <Link key="source" to="/iam-manager">
          <SourceWords sources={sources} readAt={last_read_at} />
        </Link>,
        change && (
          <Link key="change" to="/change-sets/$id" params={{ id: change.change_set_id }}>
            {changed}
          </Link>
        ),
      ]}
    />
  );
}

function SourceWords({ sources, readAt }: { sources: Overview['identity_sources']; readAt: string | null }) {
  const { t } = useTranslation('dashboard');
  const { name, total: count } = sources;
  if (name !== null) {
    return readAt === null
      ? t('standing.people.neverRead', { name })
      : t('standing.people.source', { name, when: timeInWords(readAt, { isInside: true }) });
  }
  return readAt === null
    ? t('standing.people.neverReads', { count })
    : t('standing.people.sources', { count, when: timeInWords(readAt, { isInside: true }) });
}

export function MayOpenCard({ overview: { may_open, key_plans } }: Props) {
  const { t } = useTranslation('dashboard');
  const label = t('standing.mayOpen.label');
  const { people, doors, active_plans, rules, only_plan: plan } = may_open;
  if (people === 0) {
    const next = (
      <Link key="next" to="/keys/key-plans">
        {t(key_plans.total === 0 ? 'needKeyPlan.action' : 'word.openKeyPlans')}
      </Link>
    );
    const why = t(active_plans === 0 ? 'standing.mayOpen.noPlan' : 'standing.mayOpen.noRule');
    return <StandingCard label={label} value={t('standing.people.none')} lines={[why, next]} />;
  }
  const of = plan ? (
    <Link key="plan" to="/keys/key-plans/$id" params={{ id: plan.id }}>
      {t('standing.mayOpen.plan', { name: plan.name, version: plan.version })}
    </Link>
  ) : (
    <Link key="plans" to="/keys/key-plans" search={{ is_active: 'true' }}>
      {t('standing.mayOpen.plans', { count: active_plans })}
    </Link>
  );
  return (
    <StandingCard
      label={label}
      value={
        <>
          {t('standing.mayOpen.value', { people, doors })}
          <ScreenReaderText>{t('standing.mayOpen.readOut', { people, doors })}</ScreenReaderText>
        </>
      }
      what={t('standing.mayOpen.what')}
      lines={[of, t('standing.mayOpen.rules', { count: rules })]}
    />
  );
}
