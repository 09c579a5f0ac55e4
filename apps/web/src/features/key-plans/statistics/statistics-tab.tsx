import type { KeyPlan, PlanFigures } from '@key2xs/contract';
import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { figuresQuery } from '#data/plans/plan-figures';
import { formatInstant, formatNumber } from '#lib/format';
import { Empty, Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { StatStrip } from '#ui/stat-strip';
import { ByDepartment, ByPlace, Crossing } from './access-charts';
import { Growth } from './growth';
import { Quality } from './quality';
import { Rules } from './rules';
import { Week } from './week';

/** The plan in charts: who reaches what, how it grew, which rules are wide, and when doors open. */
export function StatisticsTab({ plan }: { plan: KeyPlan }) {
  const { t } = useTranslation('plan-statistics');
  const { data, error, refetch, isFetching } = useQuery(figuresQuery(plan.id));
  if (!data) return error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('loading')} />;
  return (
    <Stack gap="md">
      <div className="actions" style={{ justifyContent: 'space-between', alignItems: 'center' }}>
        <span className="mute" role="status">
          <AsOf plan={plan} figures={data} />
        </span>
        <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
          {t('again')}
        </Button>
      </div>
      <div style={{ marginBottom: -16 }}>
        <Totals figures={data} />
      </div>
      {data.rights === 0 ? (
        <Panel>
          <Empty title={t('none')} hint={t('noneHint')} />
        </Panel>
      ) : (
        <Charts figures={data} />
      )}
      <Growth plan={plan} />
      <Quality plan={plan} />
    </Stack>
  );
}

function Charts({ figures }: { figures: PlanFigures }) {
  return (
    <>
      <div className="chart-pair">
        <ByDepartment figures={figures} />
        <ByPlace figures={figures} />
      </div>
      <Crossing figures={figures} />
      <Week figures={figures} />
      <Rules figures={figures} />
    </>
  );
}

function AsOf({ plan, figures: { at, side, version } }: { plan: KeyPlan; figures: PlanFigures }) {
  const { t } = useTranslation('plan-statistics');
  const moment = formatInstant(at);
  if (side === 'draft') return t('asOf.draft', { moment });
  const said = t(plan.is_active ? 'asOf.inForce' : 'asOf.inactive', { moment, version });
  return plan.pending_changes > 0 ? `${said} ${t('asOf.leftOut', { count: plan.pending_changes })}` : said;
}

function Totals({ figures }: { figures: PlanFigures }) {
  const { t } = useTranslation('plan-statistics');
  const { people, of_people, doors, of_doors, rights, active_rules } = figures;
  const of = (count: number) => t('totals.of', { count });
  return (
    <StatStrip
      items={[
        { label: t('totals.people'), value: formatNumber(people), hint: of(of_people) },
        { label: t('totals.doors'), value: formatNumber(doors), hint: of(of_doors) },
        { label: t('totals.rights'), value: formatNumber(rights), hint: t('totals.rightsHint') },
        { label: t('totals.rules'), value: formatNumber(active_rules) },
      ]}
    />
  );
}
