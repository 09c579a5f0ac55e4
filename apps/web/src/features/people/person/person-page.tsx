import { type AccessEvaluation, access, type Person, type PersonDetails, personDoorList } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Trans, useTranslation } from 'react-i18next';
import { AsOfRights } from '#components/access/as-of/as-of-rights';
import { MomentPicker, useMoment, useTense } from '#components/access/moment-picker';
import { ExposedRights } from '#components/exposed-rights';
import { useMay } from '#data/auth';
import { useExport } from '#data/calls/records';
import { evaluationQuery } from '#data/people/access';
import { personQuery } from '#data/people/people';
import { formatDate, formatInstant, formatNumber } from '#lib/format';
import { LinkButton } from '#ui/link-button';
import { Notice } from '#ui/notice';
import { Page } from '#ui/page';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { useToast } from '#ui/toast';
import { StateTag } from '../people-columns';
import { DesiredAccess } from './desired-access';
import { currentGrants } from './differences';
import { KeysHeld } from './keys-held';
import { LayerTiles } from './layer-tiles';
import { PersonErasure } from './person-erasure';
import { PersonFile } from './person-file';
import { PersonIdentity } from './person-identity';
import { PersonBecause, PersonWeek } from './person-week';
import { RecordedAccess } from './recorded-access';
import { RecordedDifferences } from './recorded-differences';
import '../people.css';

/** One person: what they may open in the week, and why; what is recorded and on the key; who they are. */
export function PersonPage() {
  const { t } = useTranslation('people');
  const { id = '' } = useParams({ strict: false });
  const { data, error, refetch } = useQuery(personQuery(id));
  if (data) return <LoadedPerson person={data} />;
  return (
    <Page title={t('list.words.title')} back={{ to: '/people', label: t('person.back') }}>
      {error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('person.loading')} />}
    </Page>
  );
}

function WhyNotActive({ person }: { person: Person }) {
  const { t } = useTranslation('people');
  const { display_name: name, state } = person;
  if (state === 'active') return null;
  const since = { suspended: person.suspended_at, coming: person.starts_on, left: person.left_at }[state];
  return (
    <Notice tone="grey" title={t(`person.${state}`, { name })}>
      {t(`person.${state}Text`, { date: formatDate(since) })}
    </Notice>
  );
}

function LoadedPerson({ person }: { person: PersonDetails }) {
  const { t } = useTranslation('people');
  const { display_name: name, job_title, department, employee_id, state } = person;
  const isPast = useTense() === 'past';
  const role = [[job_title, department].filter(Boolean).join(', '), employee_id].filter(Boolean).join(' · ');
  return (
    <Page
      title={name}
      subtitle={
        <>
          {isPast ? t('person.today', { role }) : role} <StateTag state={state} />
        </>
      }
      back={{ to: '/people', label: t('person.back') }}
      actions={
        <>
          <LinkButton to="/people/compare" search={{ person_id: person.id }} variant="default">
            {t('person.compare')}
          </LinkButton>
          <ExportDoors person={person} />
          <PersonFile person={person} />
          <PersonErasure person={person} />
        </>
      }
    >
      {!isPast && <WhyNotActive person={person} />}
      <Access person={person} />
    </Page>
  );
}

/** All doors at the selected moment, as CSV. */
function ExportDoors({ person }: { person: Person }) {
  const { t } = useTranslation('people');
  const toast = useToast();
  const at = useMoment();
  const save = useExport(personDoorList.csv, personDoorList.fileName);
  if (!useMay(access.exportPersonDoors)) return null;
  const input = { params: { person_id: person.id }, query: { ...(at && { at }) } };
  return (
    <Button
      variant="default"
      loading={save.isPending}
      onClick={() => save.mutate(input, { onError: () => toast.failure(t('person.exportFailed')) })}
    >
      {t('person.export')}
    </Button>
  );
}

function Access({ person }: { person: PersonDetails }) {
  const { t } = useTranslation('people');
  const at = useMoment();
  const isPast = useTense() === 'past';
  const evaluation = evaluationQuery(person.connection_id, person.id, at);
  const {
    data: read,
    isPlaceholderData,
    error,
    refetch,
  } = useQuery({ ...evaluation, placeholderData: keepPreviousData });
  const isOther = isPlaceholderData && isPast !== (read?.as_of === 'past');
  const data = isOther ? undefined : read; // what is of today is not shown as the past, nor the reverse
  return (
    <>
      <div className="person-ask">
        <div>{data && <Headline evaluation={data} />}</div>
        <MomentPicker />
      </div>
      {data && !isPast && <LayerTiles person={person} evaluation={data} />}
      {isPast && <AsOfRights of="person" id={person.id} at={at} />}
      <div className="person-parts">
        <div className="person-access">
          {!data && (error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('access.loading')} />)}
          {data && (
            <>
              <PersonWeek person={person} />
              <RecordedDifferences id={person.id} evaluation={data} />
              <div id="doors">
                <DesiredAccess person={person} evaluation={data} />
              </div>
            </>
          )}
        </div>
        <div className="person-identity">
          {data && <PersonBecause person={person} since={data.unchanged_since} />}
          {!isPast && <KeysHeld personId={person.id} />}
          {!isPast && <ExposedRights of={{ person_id: person.id }} />}
          {data && !isPast && <RecordedAccess personId={person.id} recorded={data.recorded} />}
          <Panel title={t(isPast ? 'person.identityToday' : 'person.identity')} padded>
            <PersonIdentity person={person} />
          </Panel>
        </div>
      </div>
    </>
  );
}

/** How many doors, and how many of them are open at the moment. */
function Headline({ evaluation }: { evaluation: AccessEvaluation }) {
  const moment = useMoment();
  const { as_of, at, grants } = evaluation;
  const open = grants.filter(({ open_now }) => open_now).length;
  const key = as_of === 'past' ? 'headline.past' : moment ? 'headline.at' : 'headline.now';
  const count = currentGrants(evaluation).length;
  if (count === 0) return null;
  return (
    <p className="person-headline">
      <Trans
        ns="people"
        i18nKey={key}
        count={count}
        values={{ open: formatNumber(open), at: formatInstant(at) }}
        components={{ b: <strong /> }}
      />
    </p>
  );
}
