import { conflictList, type IamConnection } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { recordsQuery } from '#data/calls/records';
import { Empty, Failure } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { SkeletonRows } from '#ui/table/skeleton-rows';
import { TableFoot } from '#ui/table/table-foot';
import { useUrlState } from '#ui/table/url-state';
import { sourceSearch } from '../../source-search';
import { isSelected, type Selection, toggled } from './bulk-decisions';
import { ConflictBar } from './conflict-bar';
import { ConflictCard } from './conflict-card';
import { LastDecision } from './last-decision';

const pageSize = 20;

/** The queue of open conflicts, oldest first. */
export function OpenConflicts({ source }: { source: IamConnection }) {
  const { t } = useTranslation('source');
  const [selection, setSelection] = useState<Selection>();
  const [{ offset = 0 }, setUrl] = useUrlState(sourceSearch);
  const query = { connection_id: source.id, state: 'open', sort: 'found_at', limit: pageSize, offset } as const;
  const { data, error, refetch } = useQuery(recordsQuery(conflictList, { params: undefined, query }));
  return (
    <div className="wizard-part">
      <Panel title={t('conflicts.title')}>
        {!data &&
          (error ? <Failure error={error} onRetry={refetch} /> : <SkeletonRows label={t('conflicts.loading')} />)}
        {data?.total === 0 && <Empty title={t('conflicts.none')} hint={t('conflicts.noneHint')} />}
        <LastDecision source={source} />
        {data && data.total > 0 && (
          <>
            <ul className="conflicts" aria-label={t('conflicts.title')}>
              {data.rows.map((conflict) => (
                <ConflictCard
                  key={conflict.id}
                  conflict={conflict}
                  isSelected={isSelected(selection, conflict)}
                  onSelect={
                    selection && selection.kind !== conflict.kind
                      ? undefined
                      : () => setSelection(toggled(selection, conflict, data.rows))
                  }
                />
              ))}
            </ul>
            <TableFoot
              offset={offset}
              limit={pageSize}
              total={data.total}
              shown={data.rows.length}
              onChange={(next) => setUrl({ offset: next })}
            />
          </>
        )}
      </Panel>
      {selection && <ConflictBar sourceId={source.id} selection={selection} onChange={setSelection} />}
    </div>
  );
}
