import { keyPlanList } from '@key2xs/contract';
import { SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { iamConnectionsQuery } from '#data/iam';
import { keySystemsQuery } from '#data/key-systems';
import { recordsQuery } from '#data/records';
import { Page } from '#ui/page';
import { Failure, Loading } from '#ui/page-states';
import { nextStep } from './next-step';
import { NextStepNotice } from './next-step-notice';
import { SourcesPanel } from './sources-panel';
import { SystemsPanel } from './systems-panel';

const countOnly = { offset: 0, limit: 1 };

/** Identity sources and key systems with their health, and the next step. */
export function ConnectionManagerPage() {
  const { t } = useTranslation('connections');
  return (
    <Page title={t('title')} subtitle={t('subtitle')}>
      <Connections />
    </Page>
  );
}

function Connections() {
  const { t } = useTranslation('connections');
  const sources = useQuery(iamConnectionsQuery);
  const systems = useQuery(keySystemsQuery);
  const plans = useQuery(recordsQuery(keyPlanList, { params: undefined, query: countOnly }));
  const activePlans = useQuery(
    recordsQuery(keyPlanList, { params: undefined, query: { ...countOnly, is_active: 'true' } }),
  );

  const asked = [sources, systems, plans, activePlans];
  const failed = asked.find((one) => one.error && one.data === undefined);
  const retry = () => Promise.all(asked.filter((one) => one.error).map((one) => one.refetch()));
  if (failed?.error) return <Failure error={failed.error} onRetry={retry} />;
  if (!sources.data || !systems.data || !plans.data || !activePlans.data) return <Loading label={t('loading')} />;

  const counts = { total: plans.data.total, active: activePlans.data.total };
  const step = nextStep({ sources: sources.data, systems: systems.data, plans: counts });
  return (
    <>
      {step && <NextStepNotice step={step} />}
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <SourcesPanel sources={sources.data} />
        <SystemsPanel systems={systems.data} />
      </SimpleGrid>
    </>
  );
}
