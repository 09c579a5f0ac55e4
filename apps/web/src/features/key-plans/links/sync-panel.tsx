import { changeSetList, changeSets, type KeyPlan, type KeySystemStanding } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { StandingTag } from '#components/standing/standing-tag';
import { useStandings } from '#components/standing/use-standings';
import { TimeAgo } from '#components/time-ago';
import { useMay } from '#data/auth';
import { recordsQuery } from '#data/calls/records';
import { Panel } from '#ui/panel';
import { PlaceLink } from '#ui/place-link';

/** Of each key system of the plan what waits for the next sync, and what was sent last. Nothing says equal unless a sync would write nothing. */
export function SyncPanel({ plan }: { plan: KeyPlan }) {
  const { t } = useTranslation('key-plans');
  if (plan.key_system_connections.length === 0) return null;
  return (
    <Panel title={t('sync.title')} padded>
      <ul className="lines">
        {plan.key_system_connections.map(({ id, name }) => (
          <li key={id}>
            <strong>{name}</strong> <StandingTag connectionId={id} />
            <Waiting id={id} />
            <LastSent id={id} />
          </li>
        ))}
      </ul>
      <p className="mute" style={{ marginTop: 8 }}>
        {t('sync.allPlans')}
      </p>
    </Panel>
  );
}

/** In people and doors. */
function Waiting({ id }: { id: string }) {
  const { t } = useTranslation('key-plans');
  const known = useStandings();
  const standing = known?.of(id);
  if (!standing) return null;
  const decision = known?.needs.find((need) => need.kind === 'change_set' && need.key_system_id === id);
  return (
    <>
      <p>{wordsOf(standing, t).join(' ')}</p>
      {decision && (
        <p>
          <PlaceLink to="/change-sets/$id" params={{ id: decision.id }}>
            {t('sync.decide')}
          </PlaceLink>
        </p>
      )}
    </>
  );
}

function wordsOf(standing: KeySystemStanding, t: ReturnType<typeof useTranslation<'key-plans'>>['t']): string[] {
  const { state, people_losing, rights_to_withdraw, people_gaining, rights_to_grant, people_other_hours } = standing;
  if (state === 'never_read') return [t('sync.neverRead')];
  if (state === 'not_linked') return [t('sync.notLinked')];
  if (state === 'equal') return [t('sync.nothing')];
  const rights = (count: number) => t('sync.rights', { count });
  const words = [
    rights_to_withdraw > 0 && t('sync.lose', { count: people_losing, rights: rights(rights_to_withdraw) }),
    rights_to_grant > 0 && t('sync.gain', { count: people_gaining, rights: rights(rights_to_grant) }),
    people_other_hours > 0 && t('sync.hours', { count: people_other_hours }),
  ].filter((word) => word !== false);
  return words.length > 0 ? words : [t('sync.noRights', { count: standing.writes })];
}

const everApplied = '1970-01-01T00:00:00.000Z';

function LastSent({ id }: { id: string }) {
  const { t } = useTranslation('key-plans');
  const may = useMay(changeSets.list);
  const query = { connection_id: id, applied_from: everApplied, limit: 1 };
  const { data } = useQuery({ ...recordsQuery(changeSetList, { params: undefined, query }), enabled: may });
  if (!data) return null;
  const [last] = data.rows;
  if (!last) return <p className="mute">{t('sync.neverSent')}</p>;
  const done = last.applied - last.failed;
  const outcome = [
    t('sync.applied', { count: done }),
    last.failed > 0 && t('sync.failed', { count: last.failed }),
    last.waiting > 0 && t('sync.waiting', { count: last.waiting }),
  ];
  return (
    <p className="mute">
      <PlaceLink to="/change-sets/$id" params={{ id: last.id }}>
        {t('sync.last')}
      </PlaceLink>{' '}
      <TimeAgo isInside instant={last.applied_at} />: {outcome.filter(Boolean).join(', ')}.
    </p>
  );
}
