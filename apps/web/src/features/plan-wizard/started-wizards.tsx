import { type PlanWizardSummary, planWizardSteps } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TimeAgo } from '#components/time-ago';
import { keySystemsQuery } from '#data/key-systems/key-systems';
import { planWizardsQuery, useStartPlanWizard } from '#data/plans/plan-wizards';
import { iamConnectionsQuery } from '#data/sources/iam';
import { LinkButton } from '#ui/link-button';
import { Notice } from '#ui/notice';
import { Page } from '#ui/page';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { DiscardDialog } from './discard-dialog';
import { firstContent } from './state/first-content';
import './started-wizards.css';

/** What the wizard does, and those that were begun. */
export function StartedWizards() {
  const { t } = useTranslation('plan-wizard');
  const { data, error, refetch } = useQuery({ ...planWizardsQuery, staleTime: 0 });
  return (
    <div className="setup">
      <Page title={t('title')} subtitle={t('start.subtitle')} back={{ to: '/keys/key-plans', label: t('toPlans') }}>
        {!data && (error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('loading')} />)}
        {data && (
          <div className="plan-wizard-stack">
            {data.items.length > 0 && <Started wizards={data.items} />}
            <Begin />
          </div>
        )}
      </Page>
    </div>
  );
}

function Begin() {
  const { t } = useTranslation('plan-wizard');
  const navigate = useNavigate();
  const sources = useQuery(iamConnectionsQuery);
  const systems = useQuery(keySystemsQuery);
  const start = useStartPlanWizard();
  const isReady = sources.data !== undefined && systems.data !== undefined;
  const begin = async () => {
    const content = firstContent(t, { sources: sources.data ?? [], systems: systems.data ?? [] });
    const { id } = await start.mutateAsync({ step: 'basics', content });
    await navigate({ to: '/keyplan/wizard', search: { wizard: id, step: 'basics' } });
  };
  return (
    <Panel title={t('start.newTitle')} padded>
      <p>{t('start.text')}</p>
      <ol className="plan-wizard-overview">
        {planWizardSteps.map((step) => (
          <li key={step}>
            <strong>{t(`steps.${step}`)}</strong>
            <span className="mute">{t(`start.steps.${step}`)}</span>
          </li>
        ))}
      </ol>
      {start.error && (
        <Notice tone="red" title={t('start.failed')}>
          {start.error.message}
        </Notice>
      )}
      <div className="setup-foot">
        <Button
          onClick={() => void begin().catch(() => undefined)} // shown above
          loading={start.isPending || (!isReady && !sources.error && !systems.error)}
          rightSection={<IconArrowRight size={16} aria-hidden />}
        >
          {t('start.begin')}
        </Button>
      </div>
    </Panel>
  );
}

function Started({ wizards }: { wizards: readonly PlanWizardSummary[] }) {
  const { t } = useTranslation('plan-wizard');
  const [dropping, setDropping] = useState<PlanWizardSummary>();
  return (
    <Panel title={t('start.going', { count: wizards.length })}>
      <ul className="plan-wizard-started">
        {wizards.map((wizard) => {
          const name = wizard.name.trim() || t('unnamed');
          const step = planWizardSteps.indexOf(wizard.step) + 1;
          return (
            <li key={wizard.id}>
              <div>
                <strong>{name}</strong>
                <p className="mute">
                  {t('start.at', { step, count: planWizardSteps.length, name: t(`steps.${wizard.step}`) })} ·{' '}
                  {t('start.by', { name: wizard.updated_by })} <TimeAgo isInside instant={wizard.updated_at} />
                </p>
              </div>
              <div className="actions">
                <Button variant="default" onClick={() => setDropping(wizard)} aria-label={t('start.discard', { name })}>
                  {t('word.discard')}
                </Button>
                <LinkButton
                  to="/keyplan/wizard"
                  search={{ wizard: wizard.id, step: wizard.step }}
                  aria-label={t('start.goOn', { name })}
                >
                  {t('start.goOnShort')}
                </LinkButton>
              </div>
            </li>
          );
        })}
      </ul>
      {dropping && (
        <DiscardDialog
          id={dropping.id}
          name={dropping.name.trim() || t('unnamed')}
          onClose={() => setDropping(undefined)}
          onDone={() => setDropping(undefined)}
        />
      )}
    </Panel>
  );
}
