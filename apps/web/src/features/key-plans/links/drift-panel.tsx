import { drift, driftList, type KeyPlan } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DriftDecisions } from '#components/drift/decisions';
import { TimeAgo } from '#components/time-ago';
import { useMay } from '#data/auth';
import { recordsQuery } from '#data/calls/records';
import { Panel } from '#ui/panel';
import { PlaceLink } from '#ui/place-link';

const shown = 5;

/** Drift of what this plan grants, with buttons to restore or accept each change. */
export function DriftPanel({ plan }: { plan: KeyPlan }) {
  const { t } = useTranslation('drift');
  const may = useMay(drift.list);
  const query = { keyplan_id: plan.id, limit: shown };
  const { data, refetch } = useQuery({ ...recordsQuery(driftList, { params: undefined, query }), enabled: may });
  if (!data || data.total === 0) return null;
  const done = () => void refetch();
  return (
    <Panel title={t('words.title')} padded>
      <ul className="lines">
        {data.rows.map((item) => (
          <li key={item.id}>
            <strong>{item.what}</strong>
            <div className="mute">
              {[item.connection_name, item.rule?.name].filter(Boolean).join(' · ')} ·{' '}
              <TimeAgo isInside instant={item.since} />
            </div>
            <div className="actions" style={{ marginTop: 6 }}>
              <DriftDecisions items={[item]} onDone={done} />
              {item.person && (
                <PlaceLink to="/people/$id" params={{ id: item.person.id }} className="drift-person">
                  {t('drawer.person')}
                </PlaceLink>
              )}
            </div>
          </li>
        ))}
      </ul>
      <p style={{ marginTop: 8 }}>
        <PlaceLink to="/drift" search={{ keyplan_id: plan.id }}>
          {t('all', { count: data.total })}
        </PlaceLink>
      </p>
    </Panel>
  );
}
