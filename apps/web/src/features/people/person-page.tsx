import type { Person } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { evaluationQuery } from '#data/access';
import { personQuery } from '#data/people';
import { formatDate } from '#lib/format';
import { Notice } from '#ui/notice';
import { Page } from '#ui/page';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { DesiredAccess } from './desired-access';
import { PersonState } from './people-columns';
import { PersonIdentity } from './person-identity';
import { RecordedAccess } from './recorded-access';
import './people.css';

/** One person: identity, doors with reasons, and the access recorded in key systems. */
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

function LoadedPerson({ person }: { person: Person }) {
  const { t } = useTranslation('people');
  const { display_name: name, job_title, department, active, left_at } = person;
  const role = [job_title, department].filter(Boolean).join(', ');
  return (
    <Page
      title={name}
      subtitle={
        <>
          {role} <PersonState isActive={active} />
        </>
      }
      back={{ to: '/people', label: t('person.back') }}
    >
      {!active && (
        <Notice tone="grey" title={t('person.left', { name })}>
          {t('person.leftText', { date: formatDate(left_at) })}
        </Notice>
      )}
      <div className="person-parts">
        <div className="person-access">
          <Access person={person} />
        </div>
        <div className="person-identity">
          <Panel title={t('person.identity')} padded>
            <PersonIdentity person={person} />
          </Panel>
        </div>
      </div>
    </Page>
  );
}

function Access({ person }: { person: Person }) {
  const { t } = useTranslation('people');
  const { data, error, refetch } = useQuery(evaluationQuery(person.connection_id, person.id));
  if (error && !data) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Loading label={t('access.loading')} />;
  return (
    <>
      <DesiredAccess person={person} evaluation={data} />
      <RecordedAccess recorded={data.recorded} />
    </>
  );
}
