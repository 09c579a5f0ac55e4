import { type ComparedPerson, type IamConnection, type Mapping, peopleList } from '@key2xs/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PersonSelect } from '#components/person-select';
import { recordsQuery } from '#data/calls/records';
import { personPreviewQuery } from '#data/sources/mapping-trials';
import { Empty, Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { ComparedFields } from './compared-fields';
import { Simulation } from './simulation';

/** Attribute names are typed, and each may need a call to the source. */
const PAUSE_MS = 600;

type Props = { source: IamConnection; mapping: Mapping };

/** The effect of a mapping before it is saved: on one person, and on everyone. */
export function TryMapping({ source, mapping: edited }: Props) {
  const [mapping] = useDebouncedValue(edited, PAUSE_MS);
  const chosen = useSelectedPerson(source.id);
  const preview = useQuery({
    ...personPreviewQuery({ connectionId: source.id, mapping, person: chosen.person?.external_id ?? '' }),
    enabled: chosen.person !== undefined,
  });
  return (
    <div className="trial">
      <OnePerson source={source} chosen={chosen} preview={preview} />
      <Simulation source={source} mapping={edited} reach={preview.data?.reach} />
    </div>
  );
}

type PersonRef = { id: string; external_id: string; display_name: string };

/** Defaults to the first person of the source. */
function useSelectedPerson(connectionId: string) {
  const [chosen, choose] = useState<PersonRef>();
  const query = { connection_id: connectionId, limit: 1 };
  const first = useQuery(recordsQuery(peopleList, { params: undefined, query }));
  return { person: chosen ?? first.data?.rows[0], choose, first };
}

type OneProps = {
  source: IamConnection;
  chosen: ReturnType<typeof useSelectedPerson>;
  preview: Pick<UseQueryResult<{ person?: ComparedPerson | undefined }>, 'data' | 'error' | 'refetch' | 'isFetching'>;
};

function OnePerson({ source, chosen: { person, choose, first }, preview }: OneProps) {
  const { t } = useTranslation('source');
  const { data, error, refetch, isFetching } = preview;
  const compared = data?.person;
  const busy = isFetching && compared && <span role="status">{t('trial.one.busy')}</span>;
  return (
    <Panel title={t('trial.one.title')} actions={busy}>
      {!person && first.error && <Failure error={first.error} onRetry={first.refetch} />}
      {!person && first.data && <Empty title={t('trial.one.noPeople')} hint={t('trial.one.noPeopleHint')} />}
      {!person && first.isPending && <Loading label={t('trial.one.loading')} />}
      {person && (
        <>
          <div className="panel-body wizard-form">
            <PersonSelect
              label={t('trial.one.person')}
              placeholder={t('trial.one.placeholder')}
              value={person.id}
              name={person.display_name}
              onChange={(_, chosen) => choose(chosen)}
              connectionId={source.id}
            />
          </div>
          {error && <Failure error={error} onRetry={refetch} />}
          {!error && compared && <ComparedFields person={compared} />}
          {!error && !compared && <Loading label={t('trial.one.loading')} />}
        </>
      )}
    </Panel>
  );
}
