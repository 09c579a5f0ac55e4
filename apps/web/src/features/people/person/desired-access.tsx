import type { AccessEvaluation, Person } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTense } from '#components/access/moment-picker';
import { useOpenWords } from '#components/access/open-state';
import { formatInstant } from '#lib/format';
import { LinkButton } from '#ui/link-button';
import { Empty } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { DataTable } from '#ui/table/data-table';
import { FilterBar, SearchInput, SelectFilter } from '#ui/table/filter-bar';
import { useUrlState } from '#ui/table/url-state';
import { useDoorColumns } from './door-columns';
import { filterGrants, type Grant } from './filter-grants';
import { personSearch } from './person-search';
import { RefusedDoors } from './refused-doors';
import { WhyDrawer } from './why-drawer';

const LIMIT = 50;

type Props = { person: Person; evaluation: AccessEvaluation };

/** The doors that plans grant to the person, each with its reasons. */
export function DesiredAccess({ person, evaluation }: Props) {
  const { t } = useTranslation('people');
  const [state, setState] = useUrlState(personSearch);
  const { grants, at, as_of } = evaluation;
  const tense = useTense();
  const words = useOpenWords();
  const now = t(tense === 'now' ? 'word.now' : 'word.atThatTime');
  return (
    <Panel
      title={t(as_of === 'past' ? 'access.titleThen' : 'access.title', { count: grants.length })}
      actions={<span className="mute">{t('access.asOf', { at: formatInstant(at) })}</span>}
    >
      <FilterBar>
        <SearchInput
          label={t('access.search')}
          placeholder={t('access.placeholder')}
          value={state.door ?? ''}
          onChange={(door) => setState({ door: door || undefined })}
        />
        {grants.length > 0 && (
          <>
            <SelectFilter
              label={now}
              value={state.now}
              onChange={(now) => setState({ now: personSearch.shape.now.parse(now) })}
              options={[{ value: 'open', label: words(true) }]}
              clearable
            />
            {tense !== 'past' && (
              <SelectFilter
                label={t('access.recorded.yes')}
                value={state.recorded}
                onChange={(recorded) => setState({ recorded: personSearch.shape.recorded.parse(recorded) })}
                options={(['yes', 'no', 'unknown'] as const).map((value) => ({
                  value,
                  label: t(`access.recorded.${value}`),
                }))}
                clearable
              />
            )}
          </>
        )}
      </FilterBar>
      {grants.length === 0 && !state.door ? (
        <NoGrant isPast={as_of === 'past'} />
      ) : (
        <Doors person={person} evaluation={evaluation} />
      )}
    </Panel>
  );
}

function NoGrant({ isPast }: { isPast: boolean }) {
  const { t } = useTranslation('people');
  const plans = <LinkButton to="/keys/key-plans">{t('word.openKeyPlans')}</LinkButton>;
  return <Empty title={t(isPast ? 'access.noneThen' : 'access.none')} hint={t('access.noneHint')} action={plans} />;
}

function Doors({ person, evaluation }: Props) {
  const { grants, at, as_of } = evaluation;
  const isPast = as_of === 'past';
  const { t } = useTranslation('people');
  const [state, setState] = useUrlState(personSearch);
  const [opened, setOpened] = useState<Grant>();
  const columns = useDoorColumns(at);
  const offset = state.offset ?? 0;
  const filter = isPast ? { ...state, recorded: undefined } : state; // not asked for the past
  const fitting = filterGrants(grants, filter);
  const shown = fitting.slice(offset, offset + LIMIT);
  const refused = (otherwise: ReactNode) => (
    <RefusedDoors person={person} evaluation={evaluation} search={(state.door ?? '').trim()} otherwise={otherwise} />
  );
  if (shown.length === 0 && !filter.now && !filter.recorded) return refused(<NoMatch />);
  return (
    <>
      {shown.length === 0 ? (
        <NoMatch />
      ) : (
        <DataTable
          caption={t(isPast ? 'access.captionThen' : 'access.caption')}
          columns={columns}
          rows={shown}
          rowKey={({ cylinder_id }) => cylinder_id}
          onRowClick={setOpened}
          rowLabel={({ marking }) =>
            t(isPast ? 'access.explainThen' : 'access.explain', { name: person.display_name, marking })
          }
          isCurrent={({ cylinder_id }) => cylinder_id === opened?.cylinder_id}
          page={{ offset, limit: LIMIT, total: fitting.length, onChange: (next) => setState({ offset: next }) }}
        />
      )}
      {refused(null)}
      {opened && (
        <WhyDrawer person={person} grant={opened} evaluation={evaluation} onClose={() => setOpened(undefined)} />
      )}
    </>
  );
}

function NoMatch() {
  const { t } = useTranslation('people');
  const [, setState] = useUrlState(personSearch);
  const clear = (
    <Button variant="default" onClick={() => setState({ door: undefined, now: undefined, recorded: undefined })}>
      {t('word.clearFilters')}
    </Button>
  );
  return <Empty title={t('access.noMatch')} hint={t('access.noMatchHint')} action={clear} />;
}
