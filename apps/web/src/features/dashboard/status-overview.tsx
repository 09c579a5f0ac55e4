import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { overviewQuery } from '#data/overview';
import { Failure } from '#ui/page-states';
import { ExposedNotice } from './exposed-notice';
import { LastDays } from './last-days';
import { NeedsYouPanel } from './needs-you-panel';
import { MayOpenCard, PeopleCard } from './plan-cards';
import { OnKeysCard, RecordedCard } from './system-cards';

type Props = {
  /** Whether the page already asks for the next step elsewhere. */
  isNextStepShown: boolean;
  /** Whether to reserve room while the overview loads. */
  hasSources: boolean;
};

/** People, their access, what is recorded, what is on keys; what needs attention; the last fourteen days. */
export function StatusOverview({ isNextStepShown, hasSources }: Props) {
  const { t } = useTranslation('dashboard');
  const { data: overview, error, refetch } = useQuery(overviewQuery);
  if (error && !overview) {
    return (
      <section className="standing" aria-label={t('standing.label')}>
        <Failure error={error} onRetry={refetch} />
      </section>
    );
  }
  return (
    <>
      <section className="standing" aria-label={t('standing.label')} aria-busy={!overview}>
        {overview ? (
          <ol className="standing-steps">
            <PeopleCard overview={overview} />
            <MayOpenCard overview={overview} />
            <RecordedCard overview={overview} />
            <OnKeysCard overview={overview} />
          </ol>
        ) : (
          <div className="standing-steps" />
        )}
        {overview && <ExposedNotice overview={overview} />}
      </section>
      {!overview && hasSources && <div className="standing-below" />}
      {overview && overview.identity_sources.total > 0 && (
        <div className="standing-below">
          <NeedsYouPanel overview={overview} isNextStepShown={isNextStepShown} />
          <LastDays days={overview.days} />
        </div>
      )}
    </>
  );
}
