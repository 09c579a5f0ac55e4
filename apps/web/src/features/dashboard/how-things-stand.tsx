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
  /** Whether something beside this asks for the next step already. */
  isAskedBeside: boolean;
  /** Whether there is something to keep room for while the overview is read. */
  hasSources: boolean;
};

/** People, what they may open, what is recorded of it, what is on keys; what needs somebody; the last fourteen days. */
export function HowThingsStand({ isAskedBeside, hasSources }: Props) {
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
          <NeedsYouPanel overview={overview} isAskedBeside={isAskedBeside} />
          <LastDays days={overview.days} />
        </div>
      )}
    </>
  );
}
