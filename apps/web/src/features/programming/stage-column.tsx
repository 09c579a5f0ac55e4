import {
  type Input,
  type ProgrammingStage,
  type ProgrammingWork,
  type programming,
  programmingList,
} from '@key2xs/contract';
import { ActionIcon, Checkbox } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Selection } from '#components/records/use-selection';
import { recordsQuery } from '#data/calls/records';
import { formatNumber } from '#lib/format';
import { Failure } from '#ui/page-states';
import { SkeletonRows } from '#ui/table/skeleton-rows';
import { JobCard } from './job-card';

const pageJobs = 20;
const pollMs = 15_000;

type Filter = Omit<NonNullable<Input<typeof programming.list>['query']>, 'stage' | 'limit' | 'offset' | 'sort'>;

type Props = {
  stage: ProgrammingStage;
  filter: Filter;
  total: number | undefined;
  selection: Selection<ProgrammingWork>;
};

/** A page of the jobs of one stage: the oldest first, of done ones the newest. */
export function StageColumn({ stage, filter, total, selection }: Props) {
  const { t } = useTranslation('programming');
  const heading = useId();
  const name = t(`stages.${stage}`);
  const [wanted, setWanted] = useState(0);
  const offset = total !== undefined && wanted >= total ? 0 : wanted;
  const { data, error, refetch } = useQuery(
    recordsQuery(programmingList, {
      params: undefined,
      query: { ...filter, stage, offset, limit: pageJobs, sort: stage === 'done' ? '-done_at' : 'created_at' },
      everyMs: pollMs,
    }),
  );
  const rows = data?.rows ?? [];
  const chosen = rows.filter(selection.has).length;
  return (
    <section className="job-stage" data-stage={stage} aria-labelledby={heading}>
      <header>
        <Checkbox
          size="xs"
          aria-label={t('selectAll', { stage: name })}
          disabled={rows.length === 0}
          checked={rows.length > 0 && chosen === rows.length}
          indeterminate={chosen > 0 && chosen < rows.length}
          onChange={(event) => selection.set(rows, event.currentTarget.checked)}
        />
        <h2 id={heading}>
          {name} <span className="tabular">{total === undefined ? '…' : formatNumber(total)}</span>
        </h2>
      </header>
      {error && !data ? <Failure error={error} onRetry={refetch} /> : null}
      {!data && !error && <SkeletonRows label={t('words.loading')} />}
      {data && rows.length === 0 && <p className="mute job-none">{t('none')}</p>}
      {rows.length > 0 && (
        <ul>
          {rows.map((job) => (
            <JobCard
              key={job.id}
              job={job}
              isSelected={selection.has(job)}
              onSelect={(isOn) => selection.set([job], isOn)}
            />
          ))}
        </ul>
      )}
      {data && data.total > pageJobs && (
        <footer>
          <ActionIcon
            variant="default"
            aria-label={t('previous', { stage: name })}
            disabled={offset === 0}
            onClick={() => setWanted(Math.max(0, offset - pageJobs))}
          >
            <IconChevronLeft size={16} aria-hidden />
          </ActionIcon>
          <span className="mute tabular">
            {t('range', { from: offset + 1, to: offset + rows.length, total: data.total })}
          </span>
          <ActionIcon
            variant="default"
            aria-label={t('next', { stage: name })}
            disabled={offset + rows.length >= data.total}
            onClick={() => setWanted(offset + pageJobs)}
          >
            <IconChevronRight size={16} aria-hidden />
          </ActionIcon>
        </footer>
      )}
    </section>
  );
}
