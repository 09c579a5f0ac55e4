import { KeySystemStatus, SystemType } from '@key2xs/contract';
import { ActionIcon } from '@mantine/core';
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Panel } from '#ui/panel';
import { FilterBar, SearchInput, SelectFilter } from '#ui/table/filter-bar';
import { useUrlState } from '#ui/table/url-state';
import { keySystemOrders, keySystemsSearch } from './key-systems-search';
import { orderOf } from './select-key-systems';

/** Search, filters and order of the list, all in the URL, and the number of matches. */
export function KeySystemFilter({ shown, total }: { shown: number; total: number }) {
  const { t } = useTranslation('key-systems');
  const [wanted, setWanted] = useUrlState(keySystemsSearch);
  const oneOf = <S extends 'status' | 'type'>(name: S) => ({
    value: wanted[name],
    onChange: (chosen: string | undefined) => setWanted(keySystemsSearch.partial().parse({ [name]: chosen })),
  });
  return (
    <div style={{ marginBottom: 16 }}>
      <Panel>
        <FilterBar>
          <SearchInput
            label={t('manager.search')}
            value={wanted.search ?? ''}
            onChange={(search) => setWanted({ search: search || undefined })}
          />
          <SelectFilter
            label={t('manager.sorts.status')}
            options={KeySystemStatus.options.map((value) => ({ value, label: t(`statuses.${value}`) }))}
            clearable
            {...oneOf('status')}
          />
          <SelectFilter
            label={t('word.systemType')}
            options={[...SystemType.values].map((value) => ({ value, label: t(`system_types.${value}`) }))}
            clearable
            {...oneOf('type')}
          />
          <Order />
        </FilterBar>
        <p className="mute" role="status" style={{ padding: '8px 16px' }}>
          {t('manager.shown', { shown, count: total })}
        </p>
      </Panel>
    </div>
  );
}

/** Dates sort newest first, everything else ascending; the button reverses that. */
const newestFirst: readonly string[] = ['last_successful_interaction', 'created_at'];

function Order() {
  const { t } = useTranslation('key-systems');
  const [wanted, setWanted] = useUrlState(keySystemsSearch);
  const { order, isDescending } = orderOf(wanted.sort);
  const sortBy = (sort: string) => setWanted({ sort: keySystemsSearch.shape.sort.parse(sort) });
  const Icon = isDescending ? IconSortDescending : IconSortAscending;
  return (
    <div className="key-system-order">
      <SelectFilter
        label={t('manager.sort')}
        options={keySystemOrders.map((value) => ({ value, label: t(`manager.sorts.${value}`) }))}
        value={order}
        onChange={(chosen = 'name') => sortBy(newestFirst.includes(chosen) ? `-${chosen}` : chosen)}
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t(isDescending ? 'manager.descending' : 'manager.ascending')}
        onClick={() => sortBy(isDescending ? order : `-${order}`)}
      >
        <Icon size={16} stroke={1.7} aria-hidden />
      </ActionIcon>
    </div>
  );
}
