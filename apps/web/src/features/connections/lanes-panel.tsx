import { type KeyPlan, keyPlanList } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { recordsQuery } from '#data/calls/records';
import { LinkButton } from '#ui/link-button';
import { Failure, Loading } from '#ui/page-states';
import { StatusTag } from '#ui/status-tag';
import { ConnectionPanel } from './connection-panel';
import { Lane } from './lane';

/** All key plans with their links; an installation has a few. */
export const linkedPlansQuery = recordsQuery(keyPlanList, { params: undefined, query: { limit: 100 } });

/** The key plans between sources and key systems, with their links to both. */
export function LanesPanel() {
  const { t } = useTranslation('connections');
  const { data, error, refetch } = useQuery(linkedPlansQuery);
  if (!data) return error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('lanes.loading')} />;
  const manage = (
    <LinkButton to="/keys/key-plans" variant="default">
      {t('lanes.manage')}
    </LinkButton>
  );
  const add = <LinkButton to="/keys/key-plans">{t('lanes.manage')}</LinkButton>;
  return (
    <ConnectionPanel
      title={t('lanes.title')}
      manage={manage}
      add={null}
      none={{ title: t('lanes.none'), hint: t('lanes.noneHint'), action: add }}
    >
      {data.rows.map((plan) => (
        <PlanItem key={plan.id} plan={plan} />
      ))}
    </ConnectionPanel>
  );
}

function PlanItem({ plan }: { plan: KeyPlan }) {
  const { t } = useTranslation('connections');
  const { id, name, is_active, iam_connections: sources, key_system_connections: systems } = plan;
  return (
    <li className="connection" data-node={id}>
      <div className="connection-head">
        <h3>
          <Link to="/keys/key-plans/$id" params={{ id }}>
            {name}
          </Link>
        </h3>
        <StatusTag tone={is_active ? 'green' : 'grey'} label={t(is_active ? 'lanes.inForce' : 'lanes.draft')} />
      </div>
      <p className="mute">
        {sources.length > 0 ? t('lanes.from', { names: sources.map((one) => one.name) }) : t('lanes.noSource')}
      </p>
      {systems.length === 0 && <p className="mute">{t('lanes.toNowhere')}</p>}
      {systems.map((system) => (
        <Lane key={system.id} system={system} isActive={is_active} />
      ))}
      {(sources.length === 0 || systems.length === 0) && (
        <LinkButton
          to="/keys/key-plans/$id"
          params={{ id }}
          search={{ tab: 'connections' }}
          variant="default"
          size="compact-sm"
          aria-label={t('lanes.connectNamed', { name })}
        >
          {t('lanes.connect')}
        </LinkButton>
      )}
    </li>
  );
}
