import { keySystems, type Report, type ReportParameter } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { MomentField } from '#components/administrators/moment-field';
import { optionsOf } from '#components/records/record-filters';
import { useMay } from '#data/auth';
import { keySystemsQuery } from '#data/key-systems/key-systems';
import type { ReportQuery } from '#data/reports';
import { FilterBar, SelectFilter } from '#ui/table/filter-bar';
import { useUrlState } from '#ui/table/url-state';
import { catalogueSearch } from './catalogue-search';

type State = z.output<typeof catalogueSearch>;

/** What the address says of the parameters that the report has; of others, nothing. */
export function queryFor({ parameters }: Report, { days, percent, from, before, connection_id }: State): ReportQuery {
  const has = (kind: ReportParameter['kind']) => parameters.some((one) => one.kind === kind);
  return {
    ...(has('days') && days !== undefined && { days }),
    ...(has('percent') && percent !== undefined && { percent }),
    ...(has('period') && from !== undefined && { from }),
    ...(has('period') && before !== undefined && { before }),
    ...(has('key_system') && connection_id !== undefined && { connection_id }),
  };
}

const offered = { days: [1, 7, 14, 30, 60, 90, 180, 365], percent: [50, 75, 80, 90, 95, 100] };

export function ReportParameters({ report: { parameters } }: { report: Report }) {
  const mayChooseSystem = useMay(keySystems.list);
  const shown = parameters.filter(({ kind }) => kind !== 'key_system' || mayChooseSystem);
  if (shown.length === 0) return null;
  return (
    <FilterBar>
      {shown.map((parameter) => (
        <Parameter key={parameter.kind} parameter={parameter} />
      ))}
    </FilterBar>
  );
}

function Parameter({ parameter: { kind, label, usual } }: { parameter: ReportParameter }) {
  if (kind === 'period') return <Period />;
  if (kind === 'key_system') return <KeySystem label={label} />;
  return <Amount kind={kind} label={label} usual={usual ?? 1} />;
}

type AmountProps = { kind: 'days' | 'percent'; label: string; usual: number };

function Amount({ kind, label, usual }: AmountProps) {
  const { t } = useTranslation('reports');
  const [state, setState] = useUrlState(catalogueSearch);
  const chosen = state[kind] ?? usual;
  const amounts = [...new Set([...offered[kind], usual, chosen])].sort((one, other) => one - other);
  const options = amounts.map((amount) => ({
    value: String(amount),
    label:
      kind === 'days'
        ? t('catalogue.daysChoice', { count: amount })
        : t('catalogue.percentChoice', { percent: amount }),
  }));
  return (
    <SelectFilter
      label={label}
      value={String(chosen)}
      options={options}
      onChange={(value) => setState({ [kind]: value === undefined ? undefined : Number(value) })}
    />
  );
}

function Period() {
  const { t } = useTranslation('reports');
  const [{ from, before }, setState] = useUrlState(catalogueSearch);
  return (
    <>
      <MomentField
        className="filter-moment"
        aria-label={t('catalogue.from')}
        leftSection={<span className="mute">{t('catalogue.from')}</span>}
        leftSectionWidth={44}
        value={from ?? null}
        onChange={(at) => at !== undefined && setState({ from: at ?? undefined })}
      />
      <MomentField
        className="filter-moment"
        aria-label={t('catalogue.before')}
        leftSection={<span className="mute">{t('catalogue.before')}</span>}
        leftSectionWidth={44}
        value={before ?? null}
        onChange={(at) => at !== undefined && setState({ before: at ?? undefined })}
      />
    </>
  );
}

function KeySystem({ label }: { label: string }) {
  const { t } = useTranslation('reports');
  const [{ connection_id }, setState] = useUrlState(catalogueSearch);
  const { data } = useQuery(keySystemsQuery);
  return (
    <SelectFilter
      label={label}
      placeholder={t('catalogue.allSystems')}
      value={connection_id}
      options={optionsOf(data ?? [])}
      onChange={(chosen) => setState({ connection_id: chosen })}
      clearable
    />
  );
}
