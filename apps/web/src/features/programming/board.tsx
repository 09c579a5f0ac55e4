import { type ProgrammingStage, type ProgrammingWork, programmingList, programmingStages } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useListFilter } from '#components/records/list-state';
import { RecordFilters } from '#components/records/record-filters';
import { useSelection } from '#components/records/use-selection';
import { programmingCountsQuery } from '#data/key-systems/programming';
import { formatNumber } from '#lib/format';
import { Failure } from '#ui/page-states';
import { useViewportWidth } from '#ui/viewport-width';
import { JobsBar } from './jobs-bar';
import { StageColumn } from './stage-column';
import { useFilters } from './use-filters';
import './board.css';

/** In narrower windows one stage is shown at a time. */
const boardPx = 1_100;

const idOf = ({ id }: ProgrammingWork) => id;

/** The jobs by stage: beside each other, or one stage at a time. */
export function Board() {
  const { t } = useTranslation('programming');
  const isBoard = useViewportWidth() >= boardPx;
  const [filter, setFilter] = useListFilter(programmingList);
  const { stage: chosen, ...rest } = filter;
  const { data: counts, error, refetch } = useQuery(programmingCountsQuery(rest));
  const selection = useSelection<ProgrammingWork>(idOf);
  const filters = useFilters();
  if (error && !counts) return <Failure error={error} onRetry={refetch} />;
  const stage = programmingStages.find((one) => one === chosen) ?? firstFilled(counts);
  return (
    <>
      <RecordFilters
        list={programmingList}
        search={{ label: t('words.search'), placeholder: t('words.placeholder') }}
        filters={filters}
        total={null}
      />
      {!isBoard && (
        <ul className="stage-choice" aria-label={t('stages.label')}>
          {programmingStages.map((one) => (
            <li key={one}>
              <button type="button" aria-pressed={one === stage} onClick={() => setFilter({ stage: one })}>
                {t(`stages.${one}`)} <strong className="tabular">{counts ? formatNumber(counts[one]) : '…'}</strong>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="job-board">
        {(isBoard ? programmingStages : [stage]).map((one) => (
          <StageColumn key={one} stage={one} filter={rest} total={counts?.[one]} selection={selection} />
        ))}
      </div>
      {selection.selected.length > 0 && <JobsBar jobs={selection.selected} onClear={selection.clear} />}
    </>
  );
}

/** What has to be looked at first, if there is anything. */
const firstFilled = (counts: Record<ProgrammingStage, number> | undefined): ProgrammingStage =>
  programmingStages.find((stage) => (counts?.[stage] ?? 0) > 0) ?? 'to_write';
