import type { KeyPlan } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NextStepNotice } from '#components/next-step/next-step-notice';
import { useNextStep } from '#components/next-step/use-next-step';
import { Page } from '#ui/page';
import { Failure, Loading } from '#ui/page-states';
import { ConnectionLines, type Line } from './connection-lines';
import { LanesPanel, linkedPlansQuery } from './lanes-panel';
import { SourcesPanel } from './sources-panel';
import { SystemsPanel } from './systems-panel';
import './connections.css';

/** What is connected to what: sources, the plans that use their people, and the key systems they are synced to. */
export function ConnectionManagerPage() {
  const { t } = useTranslation('connections');
  return (
    <Page title={t('title')} about={t('subtitle')}>
      <Connections />
    </Page>
  );
}

function Connections() {
  const { t } = useTranslation('connections');
  const { known, failed, retry } = useNextStep();
  const { data: plans } = useQuery(linkedPlansQuery);
  const place = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => linesOf(plans?.rows ?? []), [plans]);
  if (failed) return <Failure error={failed} onRetry={retry} />;
  if (!known) return <Loading label={t('loading')} />;
  const { step, sources, systems } = known;
  return (
    <>
      {step && <NextStepNotice step={step} />}
      <div ref={place} className="connections">
        <SourcesPanel sources={sources} />
        <LanesPanel />
        <SystemsPanel systems={systems} />
        <ConnectionLines place={place} lines={lines} />
      </div>
    </>
  );
}

const linesOf = (plans: readonly KeyPlan[]): Line[] =>
  plans.flatMap(({ id, is_active: isActive, iam_connections, key_system_connections }) => [
    ...iam_connections.map((source) => ({ from: source.id, to: id, isActive })),
    ...key_system_connections.map((system) => ({ from: id, to: system.id, isActive })),
  ]);
