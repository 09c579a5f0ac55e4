import { type KeyPlan, keyPlans } from '@key2xs/contract';
import { SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { SyncButton } from '#components/sync-actions';
import { keySystemsQuery } from '#data/key-systems/key-systems';
import {
  useLinkIamConnection,
  useLinkKeySystem,
  useUnlinkIamConnection,
  useUnlinkKeySystem,
} from '#data/plans/key-plan-links';
import { iamConnectionsQuery } from '#data/sources/iam';
import { LinkButton } from '#ui/link-button';
import { Failure, Loading } from '#ui/page-states';
import { DriftPanel } from './drift-panel';
import { LinksPanel } from './links-panel';
import { SyncPanel } from './sync-panel';

/** What waits for a sync, what was sent, what was changed there; the sources whose people the rules select, and the key systems. */
export function ConnectionsTab({ plan }: { plan: KeyPlan }) {
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
      <SyncPanel plan={plan} />
      <DriftPanel plan={plan} />
      <Sources plan={plan} />
      <Systems plan={plan} />
    </SimpleGrid>
  );
}

/** Nothing is withdrawn from anybody by whatever happens to such a plan. */
const grantsNothing = ({ is_active, active_rules }: KeyPlan) => !is_active || active_rules === 0;

function Sources({ plan }: { plan: KeyPlan }) {
  const { t } = useTranslation('key-plans');
  const { data, error, refetch } = useQuery(iamConnectionsQuery);
  const link = useLinkIamConnection();
  const unlink = useUnlinkIamConnection();
  if (!data) return error ? <Failure error={error} onRetry={refetch} /> : <Loading />;
  const effectOf = (id: string) => {
    if (grantsNothing(plan)) return t('links.unlinkNothing');
    const people = data.find((source) => source.id === id)?.people ?? 0;
    return t('links.unlinkSource.effect', { count: people });
  };
  const texts = {
    title: t('links.sources'),
    hint: t('links.sourcesHint'),
    none: t('links.noSource'),
    choose: t('links.linkSource'),
  };
  return (
    <LinksPanel
      texts={texts}
      calls={[keyPlans.linkIamConnections, keyPlans.unlinkIamConnection]}
      linked={plan.iam_connections}
      all={data}
      add={
        <LinkButton to="/connect/iam-wizard" variant="default">
          {t('links.addSource')}
        </LinkButton>
      }
      link={(connectionId) => link.mutateAsync({ planId: plan.id, connectionId })}
      unlink={(connectionId) => unlink.mutateAsync({ planId: plan.id, connectionId })}
      effectOf={effectOf}
    />
  );
}

function Systems({ plan }: { plan: KeyPlan }) {
  const { t } = useTranslation('key-plans');
  const { data, error, refetch } = useQuery(keySystemsQuery);
  const link = useLinkKeySystem();
  const unlink = useUnlinkKeySystem();
  if (!data) return error ? <Failure error={error} onRetry={refetch} /> : <Loading />;
  const find = (id: string) => data.find((system) => system.id === id);
  const effectOf = (id: string) => {
    if (grantsNothing(plan)) return t('links.unlinkNothing');
    const cylinders = find(id)?.cylinders ?? 0;
    return t('links.unlinkSystem.effect', {
      rules: t('links.unlinkSystem.rules', { count: plan.active_rules }),
      cylinders: t('links.unlinkSystem.cylinders', { count: cylinders }),
    });
  };
  const texts = {
    title: t('links.systems'),
    hint: t('links.systemsHint'),
    none: t('links.noSystem'),
    choose: t('links.linkSystem'),
  };
  return (
    <LinksPanel
      texts={texts}
      calls={[keyPlans.linkKeySystems, keyPlans.unlinkKeySystem]}
      linked={plan.key_system_connections}
      all={data}
      add={
        <LinkButton to="/add-key-system" variant="default">
          {t('links.addSystem')}
        </LinkButton>
      }
      link={(connectionId) => link.mutateAsync({ planId: plan.id, connectionId })}
      unlink={(connectionId) => unlink.mutateAsync({ planId: plan.id, connectionId })}
      effectOf={effectOf}
      actionsOf={(system) => {
        const isDisabled = find(system.id)?.is_active === false;
        return (
          <>
            <SyncButton system={system} isDisabled={isDisabled} isDryRun />
            <SyncButton system={system} isDisabled={isDisabled} isDryRun={false} />
          </>
        );
      }}
    />
  );
}
