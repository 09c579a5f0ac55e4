import { type AccessEventLook, locations } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { MomentField } from '#components/administrators/moment-field';
import { useMay } from '#data/auth';
import { locationTreeQuery } from '#data/key-systems/locations';
import { FilterBar, FilterSheet, SelectFilter } from '#ui/table/filter-bar';
import { useUrlState } from '#ui/table/url-state';
import { useViewportWidth } from '#ui/viewport-width';
import { useReasonWords } from './event-words';
import { type EventsSearch, eventsSearch, noFilter, periods } from './events-search';

const PHONE_PX = 600;

/** Period, which time counts, place, result and reason; a door or key that was chosen in the list can be left out again. */
export function EventFilters({ names }: { names: AccessEventLook['names'] | undefined }) {
  const { t } = useTranslation('access-events');
  const [state, patch] = useUrlState(eventsSearch);
  const isPhone = useViewportWidth() < PHONE_PX;
  const change = (values: Partial<EventsSearch>) => patch({ ...values, event: undefined });
  const choices = (
    <>
      <SelectFilter
        label={t('filters.period')}
        value={state.period}
        onChange={(value) => change({ period: periods.find((name) => name === value) })}
        options={periods.map((value) => ({ value, label: t(`periods.${value}`) }))}
      />
      <SelectFilter
        label={t('filters.by')}
        value={state.by}
        onChange={(value) => change({ by: value === 'import' ? 'import' : 'event' })}
        options={[
          { value: 'event', label: t('by.event') },
          { value: 'import', label: t('by.import') },
        ]}
      />
      {state.period === 'own' && (
        <>
          <Moment name="from" />
          <Moment name="before" />
        </>
      )}
      <PlaceFilter />
      <SelectFilter
        label={t('filters.result')}
        value={state.result}
        onChange={(value) => change({ result: value === 'granted' || value === 'denied' ? value : undefined })}
        options={[
          { value: 'granted', label: t('results.granted') },
          { value: 'denied', label: t('results.denied') },
        ]}
        clearable
      />
      <ReasonFilter value={state.cause} onChange={(cause) => change({ cause })} />
    </>
  );
  const count =
    [state.location_id, state.result, state.cause].filter(Boolean).length + (state.period === 'week' ? 0 : 1);
  const isFiltered = Object.keys(noFilter).some((name) => name in state && !isUsual(state, name as keyof EventsSearch));
  return (
    <FilterBar>
      {isPhone ? <FilterSheet count={count}>{choices}</FilterSheet> : choices}
      {state.cylinder_id && (
        <Button variant="light" size="compact-sm" onClick={() => change({ cylinder_id: undefined })}>
          {t('filters.withoutDoor', { name: names?.cylinder ?? '' })}
        </Button>
      )}
      {state.key_id && (
        <Button variant="light" size="compact-sm" onClick={() => change({ key_id: undefined })}>
          {t('filters.withoutKey', { name: names?.key ?? '' })}
        </Button>
      )}
      {isFiltered && (
        <Button variant="subtle" size="compact-sm" onClick={() => patch(noFilter)}>
          {t('word.clearFilters')}
        </Button>
      )}
    </FilterBar>
  );
}

type ReasonProps = { value: string | undefined; onChange: (value: string | undefined) => void };

/** The reasons that have a name here; a link may name another one of a key system. */
function ReasonFilter({ value, onChange }: ReasonProps) {
  const { t } = useTranslation('access-events');
  const wordsOf = useReasonWords();
  const known = Object.keys(t('reasons', { returnObjects: true }));
  const reasons = value === undefined || known.includes(value) ? known : [...known, value];
  return (
    <SelectFilter
      label={t('filters.reason')}
      value={value}
      onChange={onChange}
      options={reasons.map((reason) => ({ value: reason, label: wordsOf(reason) }))}
      clearable
    />
  );
}

const usual = eventsSearch.parse({});
const isUsual = (state: EventsSearch, name: keyof EventsSearch) => state[name] === usual[name];

function Moment({ name }: { name: 'from' | 'before' }) {
  const { t } = useTranslation('access-events');
  const [state, patch] = useUrlState(eventsSearch);
  return (
    <MomentField
      className="events-moment"
      aria-label={t(`filters.${name}`)}
      leftSection={<span className="mute">{t(`filters.${name}`)}</span>}
      leftSectionWidth={44}
      value={state[name] ?? null}
      onChange={(value) => value !== undefined && patch({ [name]: value ?? undefined, event: undefined })}
    />
  );
}

/** For those who may see places. */
function PlaceFilter() {
  return useMay(locations.tree) ? <Places /> : null;
}

function Places() {
  const { t } = useTranslation('access-events');
  const [{ location_id }, patch] = useUrlState(eventsSearch);
  const { data } = useQuery(locationTreeQuery);
  const paths = new Map<string, string>();
  for (const { id, parent_id, name } of data?.places ?? []) {
    const above = parent_id === null ? undefined : paths.get(parent_id);
    paths.set(id, above === undefined ? name : `${above} / ${name}`);
  }
  if (paths.size === 0 && !location_id) return null;
  return (
    <SelectFilter
      label={t('filters.place')}
      value={location_id}
      onChange={(value) => patch({ location_id: value, event: undefined })}
      options={[...paths].map(([value, label]) => ({ value, label }))}
      clearable
    />
  );
}
