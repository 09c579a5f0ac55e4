import type { PlanDelta } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '#ui/link-button';
import { Notice } from '#ui/notice';

type Props = { planId: string; effect: PlanDelta; onLeave?: () => void };

/** Warns of people whose key would have to hold two schedules, and leads to the repair. Merged hours need none. */
export function ClashingHours({ planId, effect: { schedule_conflicts }, onLeave }: Props) {
  const { t } = useTranslation('plan-versions');
  const { before, after, policy } = schedule_conflicts;
  if (after === 0 || policy !== 'refuse') return null;
  const toCheck = (
    <LinkButton
      to="/keys/key-plans/$id"
      params={{ id: planId }}
      search={{ tab: 'check' }}
      variant="default"
      onClick={onLeave}
    >
      {t('clash.action')}
    </LinkButton>
  );
  return (
    <Notice tone="amber" title={t('clash.title', { count: after, before })} actions={toCheck}>
      {t('clash.text')}
    </Notice>
  );
}
