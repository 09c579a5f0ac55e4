import { SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NextStepNotice } from '#components/next-step/next-step-notice';
import { useNextStep } from '#components/next-step/use-next-step';
import { Page } from '#ui/page';
import { Failure, Loading } from '#ui/page-states';
import { SourcesPanel } from './sources-panel';
import { SystemsPanel } from './systems-panel';

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
  const { known, failed, retry } = useNextStep();
  if (failed) return <Failure error={failed} onRetry={retry} />;
  if (!known) return <Loading label={t('loading')} />;
  const { step, sources, systems } = known;
  return (
    <>
      {step && <NextStepNotice step={step} />}
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <SourcesPanel sources={sources} />
        <SystemsPanel systems={systems} />
      </SimpleGrid>
    </>
  );
}
