import type { IamConnection } from '@key2xs/contract';
import { skipToken, useQuery } from '@tanstack/react-query';
import { type Dispatch, useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import { iamConnectionQuery } from '#data/iam';
import { Page } from '#ui/page';
import { Failure, Loading } from '#ui/page-states';
import { useUrlState } from '#ui/table/url-state';
import { MapStep } from './map-step';
import { NameStep } from './name-step';
import { ReviewStep } from './review-step';
import { RunStep } from './run-step';
import { StepList } from './step-list';
import { UploadStep } from './upload-step';
import { wizardSearch } from './wizard-search';
import { startWizard, type WizardEvent, type WizardState, wizard } from './wizard-state';
import '../iam.css';

/** Imports a staff list: name, upload, columns, preview or import, result. */
export function IamWizardPage() {
  const { t } = useTranslation('iam');
  const [{ connection: id }] = useUrlState(wizardSearch);
  const { data, error, refetch } = useQuery({
    ...iamConnectionQuery(id ?? ''),
    ...(id ? {} : { queryFn: skipToken }),
  });
  if (!id || data) return <Wizard key={id ?? 'new'} connection={data} />;
  return (
    <Page title={t('wizard.title')} back={{ to: '/iam-manager', label: t('wizard.back') }}>
      {error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('wizard.loading')} />}
    </Page>
  );
}

/** The address follows the wizard, so that a reload neither adds the source twice nor loses a run. */
function Wizard({ connection }: { connection: IamConnection | undefined }) {
  const { t } = useTranslation('iam');
  const [{ task }, setUrl] = useUrlState(wizardSearch);
  const [state, dispatch] = useReducer(wizard, { hasSource: connection !== undefined, taskId: task }, startWizard);
  return (
    <Page
      title={connection ? t('wizard.titleFor', { name: connection.name }) : t('wizard.title')}
      subtitle={t('wizard.subtitle')}
      back={{ to: '/iam-manager', label: t('wizard.back') }}
    >
      <StepList current={state.step} />
      {connection ? (
        <SourceSteps connection={connection} state={state} dispatch={dispatch} />
      ) : (
        <NameStep onNamed={({ id }) => setUrl({ connection: id })} />
      )}
    </Page>
  );
}

type StepsProps = { connection: IamConnection; state: WizardState; dispatch: Dispatch<WizardEvent> };

function SourceSteps({ connection, state: { step, list, mapping, taskId }, dispatch }: StepsProps) {
  const [, setUrl] = useUrlState(wizardSearch);
  const follow = (started: string) => {
    setUrl({ task: started });
    dispatch({ type: 'started', taskId: started });
  };
  const leaveRun = (type: 'back' | 'upload_again') => {
    setUrl({ task: undefined });
    dispatch({ type });
  };
  const parts = { connection, dispatch };
  if (step === 'run' && taskId) return <RunStep {...parts} taskId={taskId} onStarted={follow} onLeave={leaveRun} />;
  if (step === 'map' && list) return <MapStep {...parts} list={list} mapping={mapping} />;
  if (step === 'review' && list) return <ReviewStep {...parts} list={list} mapping={mapping} onStarted={follow} />;
  return <UploadStep {...parts} list={list} />;
}
