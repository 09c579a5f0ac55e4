import { Checkbox, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type CountedSubject, subjectValuesQuery } from '#data/plans/access-rules';
import { useRulesByValue } from '#data/sources/rules-by-value';
import { Notice } from '#ui/notice';
import { Empty, Failure } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { DataTable } from '#ui/table/data-table';
import { FilterBar, SearchInput } from '#ui/table/filter-bar';
import { SkeletonRows } from '#ui/table/skeleton-rows';
import { useUrlState } from '#ui/table/url-state';
import { sourceSearch } from '../../source-search';
import type { SourceTabProps } from '../source-tab-props';
import { useValueColumns } from './value-columns';

const kinds = { job_title: 'job_function', department: 'department' } as const;
const pageSize = 50;

/**
 * Job titles or departments with their number of people, the rules that name them, and a filter for those without a
 * rule.
 */
export function ValuesTab({ source: { id } }: SourceTabProps) {
  const { t } = useTranslation('source');
  const [{ of = 'job_title', search = '', unused }, setUrl] = useUrlState(sourceSearch);
  return (
    <Panel>
      <FilterBar>
        <SegmentedControl
          aria-label={t('values.which')}
          value={of}
          onChange={(chosen) => setUrl({ of: chosen === 'department' ? 'department' : undefined })}
          data={[
            { value: 'job_title', label: t('values.job_title') },
            { value: 'department', label: t('values.department') },
          ]}
        />
        <SearchInput
          label={t(`values.find.${of}`)}
          value={search}
          onChange={(text) => setUrl({ search: text || undefined })}
        />
        <Checkbox
          label={t('values.unused')}
          checked={unused === 'yes'}
          onChange={({ currentTarget }) => setUrl({ unused: currentTarget.checked ? 'yes' : undefined })}
        />
      </FilterBar>
      <Values key={of} sourceId={id} of={of} />
    </Panel>
  );
}

type Props = { sourceId: string; of: keyof typeof kinds };

function Values({ sourceId, of }: Props) {
  const { t } = useTranslation('source');
  const [{ search = '', unused, offset = 0 }, setUrl] = useUrlState(sourceSearch);
  const { data, error, refetch } = useQuery(subjectValuesQuery(sourceId, kinds[of]));
  const rules = useRulesByValue(sourceId, of);
  const columns = useValueColumns({ sourceId, of, rulesOf: rules.of });
  if (!data) return error ? <Failure error={error} onRetry={refetch} /> : <SkeletonRows label={t('values.loading')} />;
  if (data.length === 0) return <Empty title={t(`values.none.${of}`)} hint={t('values.noneHint')} />;
  const isWanted = ({ name, value }: CountedSubject) =>
    name.toLowerCase().includes(search.toLowerCase()) && (unused !== 'yes' || rules.of?.(value).length === 0);
  const found = data.filter(isWanted);
  const free = rules.of && data.filter(({ value }) => rules.of(value).length === 0);
  return (
    <>
      {rules.error && (
        <Notice tone="amber" title={t('values.noRules')}>
          {rules.error.message}
        </Notice>
      )}
      {free && (
        <p className="source-sentence" role="status">
          {t(`values.sentence.${of}`, { count: data.length, free: free.length })}
        </p>
      )}
      {found.length === 0 ? (
        <Empty title={t(unused === 'yes' ? 'values.allUsed' : 'values.noMatch')} />
      ) : (
        <DataTable
          caption={t(`values.${of}`)}
          columns={columns}
          rows={found.slice(offset, offset + pageSize)}
          rowKey={({ value }) => value}
          page={{ offset, limit: pageSize, total: found.length, onChange: (next) => setUrl({ offset: next }) }}
        />
      )}
    </>
  );
}
