import type { KeyPlan, PlanChange, PlanVersion } from '@key2xs/contract';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { comparisonQuery } from '#data/plans/plan-versions';
import { formatInstant } from '#lib/format';
import { KeyValues } from '#ui/key-values';
import { LinkButton } from '#ui/link-button';
import { SideDrawer } from '#ui/overlay/side-drawer';
import { Failure, Loading } from '#ui/page-states';
import { ChangeDetails } from '../impact/change-details';
import { MatrixLink } from './matrix-link';
import { toImpact } from './to-impact';
import { figuresWords, versionWords } from './version-words';

type Props = { plan: KeyPlan; version: PlanVersion; onClose: () => void };

/** One version: who made it, when and why, and rule by rule what differs from the one before. */
export function VersionDrawer({ plan, version, onClose }: Props) {
  const { t } = useTranslation('plan-versions');
  const { number, at, made_by, reason } = version;
  return (
    <SideDrawer title={t('history.version', { number })} opened onClose={onClose}>
      <Stack gap="md">
        <KeyValues
          items={[
            { label: t('history.columns.at'), value: formatInstant(at) },
            { label: t('history.columns.by'), value: made_by },
            { label: t('history.columns.reason'), value: reason },
            { label: t('history.columns.changes'), value: versionWords(version, t) },
          ]}
        />
        {number > 1 && <AgainstBefore plan={plan} version={version} />}
      </Stack>
    </SideDrawer>
  );
}

function AgainstBefore({ plan, version: { number, figures } }: Omit<Props, 'onClose'>) {
  const { t } = useTranslation('plan-versions');
  const sides = { from: String(number - 1), to: String(number) };
  const { data, error, refetch } = useQuery(comparisonQuery(plan.id, sides));
  if (!data) return error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('working')} />;
  return (
    <section aria-label={t('history.against', { number: number - 1 })}>
      <h3 style={{ marginBottom: 8 }}>{t('history.against', { number: number - 1 })}</h3>
      <p style={{ marginBottom: 12 }}>{figuresWords(figures, t)}</p>
      <ChangeDetails changes={data.changes.map(withoutCounts)} />
      <div className="actions" style={{ marginTop: 16 }}>
        <LinkButton {...toImpact(plan, number - 1, number)} variant="default">
          {t('history.effect')}
        </LinkButton>
        <MatrixLink plan={plan} from={number - 1} to={number} />
      </div>
    </section>
  );
}

/** A comparison counts the people of today, the version those of when it came into force. */
const withoutCounts = (change: PlanChange): PlanChange =>
  change.kind === 'rule' ? { ...change, gains: 0, loses: 0 } : change;
