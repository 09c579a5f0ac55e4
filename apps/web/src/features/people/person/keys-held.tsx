import { keyCaseList, keyCases, keyDesk, keyList, keys } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { TimeAgo } from '#components/time-ago';
import { useMay } from '#data/auth';
import { recordsQuery } from '#data/calls/records';
import { LinkButton } from '#ui/link-button';
import { Mono } from '#ui/mono';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { PlaceLink } from '#ui/place-link';

/** The keys handed out to the person, and when each was last programmed. */
export function KeysHeld({ personId }: { personId: string }) {
  const { t } = useTranslation('people');
  const may = useMay(keys.list);
  const { data, error, refetch } = useQuery({ ...heldQuery(personId), enabled: may });
  if (!may) return null;
  return (
    <div id="keys">
      <Panel title={t('keys.title')} padded>
        {!data && (error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('keys.loading')} />)}
        {data?.rows.length === 0 && <p className="mute">{t('keys.none')}</p>}
        <ul className="lines">
          {data?.rows.map(({ id, marking, name, connection_name, last_update_at: at }) => (
            <li key={id}>
              <PlaceLink to="/cylinders" search={{ tab: 'keys', person_id: personId, open: id }}>
                <Mono>{marking}</Mono>
              </PlaceLink>{' '}
              {name}
              <div className="mute">
                {connection_name} ·{' '}
                {at ? (
                  <>
                    {t('keys.updated')} <TimeAgo isInside instant={at} />
                  </>
                ) : (
                  t('keys.neverUpdated')
                )}
              </div>
            </li>
          ))}
        </ul>
        <OpenCases personId={personId} />
        <TakeAllBack personId={personId} />
      </Panel>
    </div>
  );
}

const maxCases = 20;

/** Of keys that the person has or had, and of one that they need. */
function OpenCases({ personId }: { personId: string }) {
  const { t } = useTranslation('people');
  const may = useMay(keyCases.list);
  const query = { person_id: personId, state: 'open', limit: maxCases } as const;
  const { data } = useQuery({ ...recordsQuery(keyCaseList, { params: undefined, query }), enabled: may });
  if (!data || data.rows.length === 0) return null;
  return (
    <ul className="lines" aria-label={t('keys.cases')}>
      {data.rows.map(({ id, key }) => (
        <li key={id}>
          <PlaceLink to="/keys/cases/$id" params={{ id }}>
            {key ? t('keys.caseOfKey', { name: key.marking }) : t('keys.caseOfJoiner')}
          </PlaceLink>
        </li>
      ))}
    </ul>
  );
}

/** Leads to the desk with all that the person has, as known here. */
function TakeAllBack({ personId }: { personId: string }) {
  const { t } = useTranslation('people');
  const may = useMay(keyDesk.takeBack);
  const query = recordsQuery(keyList, { params: undefined, query: { custodian_id: personId, limit: 1 } });
  const { data } = useQuery({ ...query, enabled: may });
  if (!may || !data || data.total === 0) return null;
  return (
    <LinkButton to="/keys/manage" search={{ desk: 'return', giver: personId }} variant="default" size="compact-sm">
      {t('keys.takeAllBack')}
    </LinkButton>
  );
}

const heldQuery = (person_id: string) => recordsQuery(keyList, { params: undefined, query: { person_id, limit: 50 } });
