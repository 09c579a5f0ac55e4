import type { Answer, KeyPlan, suggestions } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ChartPanel } from '#components/charts/chart-panel';
import { planQualityQuery } from '#data/plans/generator-quality';
import { formatDate, formatInstant } from '#lib/format';
import { LinkButton } from '#ui/link-button';
import { Notice } from '#ui/notice';
import { Empty, Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { GrowthLine } from './growth-line';
import { Newcomers } from './newcomers';

type Night = Answer<typeof suggestions.quality>['items'][number];

const figures = ['profiles', 'links', 'coverage', 'gap'] as const;
type Figure = (typeof figures)[number];

/** Coverage in percent, rounded down: 100 only where every right is covered. */
const figureOf = (night: Night, figure: Figure) =>
  figure === 'coverage' ? Math.floor(night.coverage * 100 + 1e-9) : night[figure];

/** How good the plan is from night to night, and whether a new run of the generator is worth it. */
export function Quality({ plan }: { plan: Pick<KeyPlan, 'id'> }) {
  const { t } = useTranslation('plan-statistics');
  const { data, error, refetch } = useQuery(planQualityQuery(plan.id));
  if (!data || data.items.length === 0) {
    return (
      <>
        {data?.newcomers && <Newcomers newcomers={data.newcomers} />}
        <Panel title={t('quality.title')}>
          {data ? (
            <Empty title={t('quality.none')} hint={t('quality.noneHint')} />
          ) : error ? (
            <Failure error={error} onRetry={refetch} />
          ) : (
            <Loading label={t('quality.loading')} />
          )}
        </Panel>
      </>
    );
  }
  return (
    <>
      {data.advice !== null && <Advice text={data.advice} />}
      {data.newcomers && <Newcomers newcomers={data.newcomers} />}
      <Nights nights={data.items} />
    </>
  );
}

function Advice({ text }: { text: string }) {
  const { t } = useTranslation('plan-statistics');
  const action = (
    <LinkButton to="/keyplan-ai/create" variant="default">
      {t('quality.toGenerator')}
    </LinkButton>
  );
  return (
    <Notice tone="blue" title={t('quality.advice')} actions={action}>
      {text}
    </Notice>
  );
}

function Nights({ nights }: { nights: readonly Night[] }) {
  const { t } = useTranslation('plan-statistics');
  const last = nights.at(-1);
  const nameOf = (figure: Figure) => t(`quality.${figure}`);
  return (
    <ChartPanel
      title={t('quality.title')}
      sentence={
        last
          ? t('quality.sentence', {
              profiles: last.profiles,
              gap: last.gap,
              coverage: figureOf(last, 'coverage'),
              at: formatInstant(last.at),
            })
          : ''
      }
      table={{
        fileName: 'quality-of-the-plan.csv',
        headers: [t('quality.night'), ...figures.map(nameOf)],
        lines: nights.map((night) => [formatInstant(night.at), ...figures.map((figure) => figureOf(night, figure))]),
      }}
    >
      <div className="chart-quarters">
        {figures.map((figure) => (
          <div key={figure}>
            <h3>{nameOf(figure)}</h3>
            <GrowthLine
              label={t('quality.label', { figure: nameOf(figure) })}
              hint={t('hint')}
              tickOf={(number) => formatDate(nights[number - 1]?.at)}
              points={nights.map((night, at) => ({
                number: at + 1,
                value: figureOf(night, figure),
                words: t('quality.words', {
                  date: formatDate(night.at),
                  figure: nameOf(figure),
                  value: figureOf(night, figure),
                }),
              }))}
            />
          </div>
        ))}
      </div>
    </ChartPanel>
  );
}
