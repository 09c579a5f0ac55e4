import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { planWizardQuery } from '#data/plans/plan-wizards';
import { LinkButton } from '#ui/link-button';
import { Page } from '#ui/page';
import { Empty, Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { useUrlState } from '#ui/table/url-state';
import { planWizardSearch } from './plan-wizard-search';
import { StartedWizards } from './started-wizards';
import { Wizard } from './wizard';
import './plan-wizard.css';

/** Writes a key plan in eight steps. Every choice is kept on the server, so that anybody can go on with it anywhere. */
export function PlanWizardPage() {
  const [{ wizard: id }] = useUrlState(planWizardSearch);
  return id ? <OneWizard key={id} id={id} /> : <StartedWizards />;
}

function OneWizard({ id }: { id: string }) {
  const { t } = useTranslation('plan-wizard');
  const { data, error, refetch } = useQuery({ ...planWizardQuery(id), refetchOnWindowFocus: false, staleTime: 0 });
  const back = { to: '/keyplan/wizard', label: t('back') } as const;
  if (data && !data.is_finished) return <Wizard loaded={data} onReload={async () => (await refetch()).data} />;
  return (
    <Page title={t('title')} back={back}>
      {data?.is_finished && data.plan && <Finished planId={data.plan.id} name={data.plan.name} />}
      {!data && (error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('loading')} />)}
    </Page>
  );
}

function Finished({ planId, name }: { planId: string; name: string }) {
  const { t } = useTranslation('plan-wizard');
  const action = (
    <LinkButton to="/keys/key-plans/$id" params={{ id: planId }}>
      {t('finished.open')}
    </LinkButton>
  );
  return (
    <Panel>
      <Empty title={t('finished.title', { name })} hint={t('finished.hint')} action={action} />
    </Panel>
  );
}
