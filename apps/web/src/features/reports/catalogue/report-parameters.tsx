import {
  cylinderGroupList,
  cylinderList,
  type Endpoint,
  keySystems,
  locationList,
  peopleList,
  type Report,
  type ReportParameter,
} from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { MomentField } from '#components/administrators/moment-field';
import { MayCall } from '#components/may-call';
import { PersonSelect } from '#components/person-select';
import { DoorSelectOf } from '#components/pickers/door-select';
import { optionsOf } from '#components/records/record-filters';
import { keySystemsQuery } from '#data/key-systems/key-systems';
import type { ReportQuery } from '#data/reports';
import { FilterBar, SelectFilter } from '#ui/table/filter-bar';
import { useUrlState } from '#ui/table/url-state';
import { catalogueSearch } from './catalogue-search';

type State = z.output<typeof catalogueSearch>;

/** What the address says of the parameters that the report has; of others, nothing. */
export function queryFor({ parameters }: Report, state: State): ReportQuery {
  const { days, percent, from, before, connection_id, person_id } = state;
  const has = (kind: ReportParameter['kind']) => parameters.some((one) => one.kind === kind);
  return {
    ...(has('days') && days !== undefined && { days }),
    ...(has('percent') && percent !== undefined && { percent }),
    ...(has('period') && from !== undefined && { from }),
    ...(has('period') && before !== undefined && { before }),
    ...(has('key_system') && connection_id !== undefined && { connection_id }),
    ...(has('person') && person_id !== undefined && { person_id }),
    ...(has('doors') && doorsIn(state)),
    ...(has('place') && state.location_id !== undefined && { location_id: state.location_id }),
  };
}

const doorsIn = ({ cylinder_id, group_id, location_id }: State) =>
  cylinder_id ? { cylinder_id } : group_id ? { group_id } : location_id ? { location_id } : {};

/** Whether everything is chosen that the report needs. */
export const isComplete = ({ parameters }: Report, query: ReportQuery): boolean =>
  parameters.every(
    ({ kind, is_required }) =>
      !is_required ||
      (kind === 'person'
        ? query.person_id !== undefined
        : [query.cylinder_id, query.group_id, query.location_id].some((id) => id !== undefined)),
  );

/** What a reader must be able to read to choose. */
const neededFor: Partial<Record<ReportParameter['kind'], readonly Endpoint[]>> = {
  key_system: [keySystems.list],
  person: [peopleList.page],
  doors: [cylinderList.page, cylinderGroupList.page, locationList.page],
  place: [cylinderList.page, cylinderGroupList.page, locationList.page],
};

const offered = { days: [1, 7, 14, 30, 60, 90, 180, 365], percent: [50, 75, 80, 90, 95, 100] };

/** The `subject` is the name of the chosen person or doors, once it is read. */
export function ReportParameters({ report: { parameters }, subject }: { report: Report; subject: string | null }) {
  if (parameters.length === 0) return null;
  return (
    <div className="report-parameters">
      <FilterBar>
        {parameters.map((parameter) => (
          <MayCall key={parameter.kind} of={neededFor[parameter.kind] ?? []}>
            <Parameter parameter={parameter} subject={subject} />
          </MayCall>
        ))}
      </FilterBar>
    </div>
  );
}

type ParameterProps = { parameter: ReportParameter; subject: string | null };

function Parameter({ parameter: { kind, label, usual }, subject }: ParameterProps) {
  if (kind === 'period') return <Period />;
  if (kind === 'key_system') return <KeySystem label={label} />;
  if (kind === 'person') return <PersonParameter label={label} subject={subject} />;
  if (kind === 'doors' || kind === 'place') return <Doors kind={kind} label={label} subject={subject} />;
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

type SubjectProps = { label: string; subject: string | null };

function PersonParameter({ label, subject }: SubjectProps) {
  const { t } = useTranslation('reports');
  const [{ person_id }, setState] = useUrlState(catalogueSearch);
  return (
    <PersonSelect
      label={label}
      placeholder={t('catalogue.choosePerson')}
      value={person_id ?? null}
      name={subject}
      onChange={(id) => setState({ person_id: id ?? undefined })}
    />
  );
}

const doorKinds = { doors: ['location', 'cylinder_group', 'cylinder'], place: ['location'] } as const;

function Doors({ kind, label, subject }: SubjectProps & { kind: keyof typeof doorKinds }) {
  const { t } = useTranslation('reports');
  const [{ cylinder_id, group_id, location_id }, setState] = useUrlState(catalogueSearch);
  const isChosen = [cylinder_id, group_id, location_id].some((id) => id !== undefined);
  return (
    <DoorSelectOf
      kinds={doorKinds[kind]}
      label={label}
      placeholder={kind === 'doors' ? t('catalogue.chooseDoors') : t('catalogue.allPlaces')}
      chosen={isChosen ? (subject ?? '') : null}
      onChoose={(door) =>
        setState({
          cylinder_id: door?.of === 'cylinder' ? door.id : undefined,
          group_id: door?.of === 'cylinder_group' ? door.id : undefined,
          location_id: door?.of === 'location' ? door.id : undefined,
        })
      }
    />
  );
}
