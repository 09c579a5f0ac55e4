import { ChangeKind, type ChangeSet, ItemOutcome } from '@key2xs/contract';
import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#lib/format';
import { FilterBar, SearchInput, SelectFilter } from '#ui/filter-bar';
import { Panel } from '#ui/panel';
import { useUrlState } from '#ui/url-state';
import { changeSetSearch } from './change-set-search';
import { ChangeTable } from './change-table';

const ALL = 'all';

/** The single changes: a tab a kind, search, and the list. */
export function ChangesPanel({ changeSet }: { changeSet: ChangeSet }) {
  const { t } = useTranslation('change-sets');
  const [state, setState] = useUrlState(changeSetSearch);
  const current = state.kind ?? ALL;
  const kinds = ChangeKind.options.filter((kind) => (changeSet.counts[kind] ?? 0) > 0);
  const hasOutcomes = changeSet.state === 'applying' || changeSet.state === 'applied';
  return (
    <Tabs value={current} onChange={(value) => setState({ kind: ChangeKind.safeParse(value).data })}>
      <Tabs.List aria-label={t('items.tabs')} mb="md">
        <Tabs.Tab value={ALL}>
          {t('items.all')} {formatNumber(changeSet.total)}
        </Tabs.Tab>
        {kinds.map((kind) => (
          <Tabs.Tab key={kind} value={kind}>
            {t(`counts.${kind}`)} {formatNumber(changeSet.counts[kind] ?? 0)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={current}>
        <Panel>
          <FilterBar>
            <SearchInput
              label={t('items.search')}
              placeholder={t(`items.placeholder.${changeSet.kind}`)}
              value={state.search ?? ''}
              onChange={(search) => setState({ search: search || undefined })}
            />
            {hasOutcomes && (
              <SelectFilter
                label={t('items.outcome')}
                value={state.outcome}
                onChange={(value) => setState({ outcome: ItemOutcome.safeParse(value).data })}
                options={ItemOutcome.options.map((value) => ({ value, label: t(`items.outcomes.${value}`) }))}
                clearable
              />
            )}
          </FilterBar>
          <ChangeTable changeSet={changeSet} hasOutcomes={hasOutcomes} />
        </Panel>
      </Tabs.Panel>
    </Tabs>
  );
}
