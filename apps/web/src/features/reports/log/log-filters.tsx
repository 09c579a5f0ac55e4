import { auditActions, auditEntryList } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { MomentField } from '#components/administrators/moment-field';
import { actionInWords, nounInWords } from '#components/audit/action-words';
import { useListFilter } from '#components/records/list-state';
import { optionsOf, RecordFilters } from '#components/records/record-filters';
import { auditActorsQuery } from '#data/audit';
import { currentLanguage } from '#lib/i18n';
import type { FilterOption } from '#ui/table/filter-bar';

const nounOf = (action: string) => action.slice(0, action.indexOf('.'));
const nouns = [...new Set(auditActions.map(nounOf))];

const byLabel = (options: FilterOption[]) =>
  options.sort((one, other) => one.label.localeCompare(other.label, currentLanguage()));

/** Who, what, about what, when, and any text. */
export function LogFilters() {
  const { t } = useTranslation(['reports', 'audit-actions']);
  const [filter, setFilter] = useListFilter(auditEntryList);
  const { data } = useQuery(auditActorsQuery);
  const about = filter.target_type;
  const actions = auditActions.filter((action) => !about || about === 'admin' || nounOf(action) === about);
  return (
    <RecordFilters
      list={auditEntryList}
      search={{ label: t('list.search'), placeholder: t('list.placeholder') }}
      filters={[
        {
          name: 'actor',
          label: t('filters.who'),
          options: [...optionsOf(data?.items ?? []), { value: 'nobody', label: t('filters.nobody') }],
          isAlways: true,
        },
        {
          name: 'target_type',
          label: t('filters.about'),
          options: byLabel(nouns.map((value) => ({ value, label: nounInWords(value) ?? value }))),
          clears: ['action', 'target_id'],
        },
        {
          name: 'action',
          label: t('filters.action'),
          options: byLabel(actions.map((value) => ({ value, label: actionInWords(value) }))),
        },
      ]}
      more={
        <>
          <MomentField
            className="filter-moment"
            aria-label={t('filters.from')}
            leftSection={<span className="mute">{t('filters.from')}</span>}
            leftSectionWidth={44}
            value={filter.from ?? null}
            onChange={(from) => from !== undefined && setFilter({ from: from ?? undefined })}
          />
          <MomentField
            className="filter-moment"
            aria-label={t('filters.before')}
            leftSection={<span className="mute">{t('filters.before')}</span>}
            leftSectionWidth={44}
            value={filter.before ?? null}
            onChange={(before) => before !== undefined && setFilter({ before: before ?? undefined })}
          />
        </>
      }
      total={null}
    />
  );
}
