import type { KeyPlan, VersionReach } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ChartPanel } from '#components/charts/chart-panel';
import { growthQuery } from '#data/plans/plan-figures';
import { formatDate, formatInstant, formatNumber } from '#lib/format';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { GrowthLine } from './growth-line';

const figures = ['people', 'doors', 'rights'] as const;

/** People, doors and rights from version to version. */
export function Growth({ plan }: { plan: KeyPlan }) {
  const { t } = useTranslation('plan-statistics');
  const { data, error, refetch } = useQuery(growthQuery(plan.id));
  if (!data) {
    return (
      <Panel title={t('growth.title')}>
        {error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('growth.loading')} />}
      </Panel>
    );
  }
  return <Versions versions={data.items} />;
}

function Versions({ versions }: { versions: readonly VersionReach[] }) {
  const { t } = useTranslation('plan-statistics');
  const [first, last] = [versions[0], versions.at(-1)];
  const sentence =
    !first || !last || first === last
      ? t('growth.one')
      : t('growth.sentence', {
          from: first.number,
          to: last.number,
          before: formatNumber(first.rights),
          after: formatNumber(last.rights),
        });
  const wordsOf = (figure: (typeof figures)[number], version: VersionReach) =>
    t('growth.words', {
      number: version.number,
      date: formatDate(version.at),
      figure: t(`growth.${figure}`),
      value: version[figure],
    });
  return (
    <ChartPanel
      title={t('growth.title')}
      sentence={`${sentence} ${t('growth.asOf')}`}
      table={{
        fileName: 'growth-over-versions.csv',
        headers: [t('columns.version'), t('columns.since'), ...figures.map((figure) => t(`growth.${figure}`))],
        lines: versions.map((version) => [
          String(version.number),
          formatInstant(version.at),
          version.people,
          version.doors,
          version.rights,
        ]),
      }}
    >
      <div className="chart-thirds">
        {figures.map((figure) => (
          <div key={figure}>
            <h3>{t(`growth.${figure}`)}</h3>
            <GrowthLine
              label={t('growth.label', { figure: t(`growth.${figure}`) })}
              hint={t('hint')}
              points={versions.map((version) => ({
                number: version.number,
                value: version[figure],
                words: wordsOf(figure, version),
              }))}
            />
          </div>
        ))}
      </div>
    </ChartPanel>
  );
}
