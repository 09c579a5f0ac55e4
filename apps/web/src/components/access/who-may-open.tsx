import { access, isOfValues, type WhoMayOpen as Who } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { recordsQuery } from '#data/calls/records';
import { peopleListOf, type WhoQuestion, whoQuery } from '#data/people/access';
import { Failure, Loading } from '#ui/page-states';
import { PlaceLink } from '#ui/place-link';
import { CanOpen } from './can-open';
import { useMoment, useTense } from './moment-picker';
import { RecordedTag } from './recorded-tag';
import { countWords } from './who-words';

const shown = 5;

/** A summary: how many people may open it, the first of them, and a link to all. */
export function WhoMayOpen({ question }: { question: WhoQuestion }) {
  const { t } = useTranslation('access');
  const may = useMay(access.who);
  const isPast = useTense() === 'past';
  const { data, error, refetch } = useQuery({ ...whoQuery(question, useMoment()), enabled: may });
  if (!may) return null;
  return (
    <section style={{ marginTop: 20 }}>
      <h3 style={{ marginBottom: 8 }}>
        {t(`${isOfValues(question.of) ? 'askOfPeople' : 'ask'}${isPast ? 'Then' : ''}`)}
      </h3>
      {!data && (error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('loading')} />)}
      {data && <CountLink question={question} who={data} />}
    </section>
  );
}

function CountLink({ question, who }: { question: WhoQuestion; who: Who }) {
  const { t } = useTranslation('access');
  const at = useMoment();
  return (
    <>
      <p>
        {who.people === 0 ? (
          t(who.as_of === 'past' ? 'noAccessThen' : 'noAccess')
        ) : (
          <PlaceLink to="/access/who" search={{ ...question, at }}>
            <strong>{countWords(who, t)}</strong>
          </PlaceLink>
        )}
        {who.recorded_only !== null && who.recorded_only > 0 && (
          <>
            {', '}
            <PlaceLink to="/access/who" search={{ ...question, layer: 'recorded_only' }}>
              {t('stillRecorded', { count: who.recorded_only })}
            </PlaceLink>
          </>
        )}
        .
      </p>
      {who.people > 0 && <First question={question} total={who.people} />}
      <CanOpen question={question} shown={shown} />
    </>
  );
}

function First({ question, total }: { question: WhoQuestion; total: number }) {
  const { t } = useTranslation('access');
  const at = useMoment();
  const isPast = useTense() === 'past';
  const { list, params } = peopleListOf(question);
  const { data } = useQuery(recordsQuery(list, { params, query: { limit: shown, ...(at && { at }) } }));
  return (
    <>
      <ul className="lines">
        {data?.rows.map(({ id, display_name, department, job_title, recorded, reasons }) => (
          <li key={id}>
            <PlaceLink to="/people/$id" params={{ id }} search={{ at }}>
              {display_name}
            </PlaceLink>{' '}
            {!isPast && <RecordedTag state={recorded} />}
            <div className="mute">{[job_title, department, reasons[0]?.rule_name].filter(Boolean).join(' · ')}</div>
          </li>
        ))}
      </ul>
      {total > shown && (
        <p style={{ marginTop: 8 }}>
          <PlaceLink to="/access/who" search={{ ...question, at }}>
            {t('all', { count: total })}
          </PlaceLink>
        </p>
      )}
    </>
  );
}
