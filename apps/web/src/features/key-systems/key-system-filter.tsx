import { KeySystemStatus, SystemType } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { FilterBar, SearchInput, SelectFilter } from '#ui/filter-bar';
import { Panel } from '#ui/panel';
import { useUrlState } from '#ui/url-state';
import { keySystemSorts, keySystemsSearch } from './key-systems-search';

/** Search, filters and order of the list, all of them in the URL, and how many fit. */
export function KeySystemFilter({ shown, total }: { shown: number; total: number }) {
  const { t } = useTranslation('key-systems');
  const [wanted, setWanted] = useUrlState(keySystemsSearch);
  const oneOf = <S extends 'status' | 'sort' | 'type'>(name: S) => ({
    value: wanted[name],
    onChange: (chosen: string | undefined) => setWanted(keySystemsSearch.partial().parse({ [name]: chosen })),
  });
  const types = SystemType.values;
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
            label={t('manager.status')}
            options={KeySystemStatus.options.map((value) => ({ value, label: t(`statuses.${value}`) }))}
            clearable
            {...oneOf('status')}
          />
          <SelectFilter
            label={t('manager.type')}
            options={[...types].map((value) => ({ value, label: t(`system_types.${value}`) }))}
            clearable
            {...oneOf('type')}
          />
          <SelectFilter
            label={t('manager.sort')}
            options={keySystemSorts.map((value) => ({ value, label: t(`manager.sorts.${value}`) }))}
            {...oneOf('sort')}
            value={wanted.sort ?? 'name'}
          />
        </FilterBar>
        <p className="mute" role="status" style={{ padding: '8px 16px' }}>
          {t('manager.shown', { shown, count: total })}
        </p>
      </Panel>
    </div>
  );
}
