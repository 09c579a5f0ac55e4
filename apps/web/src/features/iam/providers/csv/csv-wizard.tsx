import type { IamConnection } from '@key2xs/contract';
import { type Dispatch, useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StepFrame } from '#components/wizard/step-frame';
import { useBackToStepBefore } from '#components/wizard/use-back-to-step-before';
import { Page } from '#ui/page';
import { Loading } from '#ui/page-states';
import { StepList } from '#ui/steps/step-list';
import { useUrlState } from '#ui/table/url-state';
import { RunStep } from '../../wizard/run-step';
import { wizardSearch } from '../../wizard/wizard-search';
import type { ProviderWizardProps } from '../web-provider';
import { MapStep } from './map-step';
import { NameStep } from './name-step';
import { ReviewStep } from './review-step';
import { useSavedImport, useSaveImport } from './saved-import';
import { UploadStep } from './upload-step';
import {
  canRevisit,
  type Resumed,
  startWizard,
  type WizardEvent,
  type WizardState,
  wizard,
  wizardSteps,
} from './wizard-state';
import '../../iam.css';

/** Imports a staff list, or resumes an interrupted import. */
export function CsvWizard({ connection, isArrival }: ProviderWizardProps) {
  const { t } = useTranslation('iam');
  const { isReading, saved } = useSavedImport(connection?.id);
  if (connection && isReading) {
    return (
      <Page title={t('word.addIdentitySource')} back={{ to: '/iam-manager', label: t('wizard.back') }}>
        <Loading label={t('wizard.loading')} />
      </Page>
    );
  }
  return <Wizard key={connection?.id ?? 'new'} connection={connection} saved={saved} isArrival={isArrival} />;
}

type Props = ProviderWizardProps & { saved: Resumed | undefined };

/**
 * Name, upload, columns, preview or import, result. The URL follows the wizard, so that a reload neither creates a
 * second source nor loses a run.
 */
function Wizard({ connection, saved, isArrival }: Props) {
  const { t } = useTranslation('iam');
  const [{ task }, setUrl] = useUrlState(wizardSearch);
  const start = { hasSource: connection !== undefined, taskId: task, saved };
  const [state, send] = useReducer(wizard, start, startWizard);
  useSaveImport(connection?.id, state);
  const dispatch = (event: WizardEvent) => {
    // Otherwise a reload of an earlier step would show the run.
    if (state.step === 'run' && event.type !== 'started') setUrl({ task: undefined });
    send(event);
  };
  const hasStepBefore = wizardSteps.some((step) => canRevisit(state, step));
  const back = connection ? hasStepBefore && (() => dispatch({ type: 'back' })) : () => setUrl({ kind: undefined });
  useBackToStepBefore(back);
  const steps = wizardSteps.map((key) => ({
    key,
    name: t(`wizard.steps.${key}`),
    onOpen: canRevisit(state, key) ? () => dispatch({ type: 'revisited', step: key }) : undefined,
  }));
  const [first] = useState(state.step);
  // The named source gets a wizard of its own, which starts at its second step.
  const hasMoved = isArrival || state.step !== first || (connection !== undefined && state.step === 'upload');
  return (
    <div className="setup">
      <Page
        title={connection ? t('wizard.titleFor', { name: connection.name }) : t('word.addIdentitySource')}
        subtitle={t('wizard.subtitle')}
        back={{ to: '/iam-manager', label: t('wizard.back') }}
      >
        <StepList steps={steps} current={state.step} />
        <StepFrame key={state.step} title={t(`wizard.steps.${state.step}`)} isLeaving={false} isArrival={hasMoved}>
          {connection ? (
            <SourceSteps connection={connection} state={state} dispatch={dispatch} />
          ) : (
            <NameStep onNamed={({ id }) => setUrl({ connection: id, kind: undefined })} />
          )}
        </StepFrame>
      </Page>
    </div>
  );
}

type StepsProps = { connection: IamConnection; state: WizardState; dispatch: Dispatch<WizardEvent> };

function SourceSteps({ connection, state: { step, list, mapping, taskId }, dispatch }: StepsProps) {
  const [, setUrl] = useUrlState(wizardSearch);
  const follow = (started: string) => {
    setUrl({ task: started });
    dispatch({ type: 'started', taskId: started });
  };
  const leaveRun = (to: 'map' | 'upload_again') =>
    dispatch(to === 'map' ? { type: 'revisited', step: list ? 'map' : 'upload' } : { type: to });
  const parts = { connection, dispatch };
  if (step === 'run' && taskId) return <RunStep {...parts} taskId={taskId} onStarted={follow} onLeave={leaveRun} />;
  if (step === 'map' && list) return <MapStep {...parts} list={list} mapping={mapping} />;
  if (step === 'review' && list) return <ReviewStep {...parts} list={list} mapping={mapping} onStarted={follow} />;
  return <UploadStep {...parts} list={list} />;
}
