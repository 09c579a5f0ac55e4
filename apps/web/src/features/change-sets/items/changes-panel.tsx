import { ChangeKind, type ChangeSet, changeList } from '@key2xs/contract';
import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useListFilter } from '#components/records/list-state';
import { formatNumber } from '#lib/format';
import { Panel } from '#ui/panel';
import { TabList } from '#ui/tab-list';
import { DepartmentChip } from '../doors/department-chip';
import { ChangeTable } from './change-table';

const ALL = 'all';

/** The single changes: a tab per kind, search, and the list. */
export function ChangesPanel({ changeSet }: { changeSet: ChangeSet }) {
  const { t } = useTranslation('change-sets');
  const [state, setState] = useListFilter(changeList);
  const current = state.kind ?? ALL;
  const kinds = ChangeKind.options.filter((kind) => (changeSet.counts[kind] ?? 0) > 0);
  const hasOutcomes = changeSet.state === 'applying' || changeSet.state === 'applied';
  return (
    <Tabs value={current} onChange={(value) => setState({ kind: ChangeKind.safeParse(value).data })}>
      <TabList aria-label={t('items.tabs')} mb="md">
        <Tabs.Tab value={ALL}>
          {t('items.all')} {formatNumber(changeSet.total)}
        </Tabs.Tab>
        {kinds.map((kind) => (
          <Tabs.Tab key={kind} value={kind}>
            {t(`counts.${kind}`)} {formatNumber(changeSet.counts[kind] ?? 0)}
          </Tabs.Tab>
        ))}
      </TabList>
      <Tabs.Panel value={current}>
        <Panel>
          <DepartmentChip list={changeList} />
          <ChangeTable changeSet={changeSet} hasOutcomes={hasOutcomes} />
        </Panel>
      </Tabs.Panel>
    </Tabs>
  );
}
