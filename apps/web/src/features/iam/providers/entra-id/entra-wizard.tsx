import type { EntraSetup, IamConnection } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { StepFrame } from '#components/wizard/step-frame';
import { useBackToStepBefore } from '#components/wizard/use-back-to-step-before';
import { Page } from '#ui/page';
import { Failure, Loading } from '#ui/page-states';
import { type ListedStep, StepList } from '#ui/steps/step-list';
import { useUrlState } from '#ui/table/url-state';
import { RunStep } from '../../wizard/run-step';
import { wizardSearch } from '../../wizard/wizard-search';
import type { ProviderWizardProps } from '../web-provider';
import { entraSetupQuery } from './set-up-calls';
import { CheckStep } from './steps/check-step';
import { ConnectStep } from './steps/connect-step';
import { MapStep } from './steps/map-step';
import { NameStep } from './steps/name-step';
import { ReviewStep } from './steps/review-step';
import { ScheduleStep } from './steps/schedule-step';
import '../../iam.css';

/** Connects Entra ID. All state is on the server and in the URL, so it can be resumed anywhere. */
export function EntraWizard({ connection, isArrival }: ProviderWizardProps) {
  const [{ setup }] = useUrlState(wizardSearch);
  if (connection) return <SourceSteps connection={connection} />;
  return setup ? <SetupSteps key={setup} session={setup} /> : <FirstStep isArrival={isArrival} />;
}

const before = ['connect', 'check'] as const;
const after = ['map', 'schedule', 'review'] as const;
type Step = (typeof before)[number] | (typeof after)[number];

type FrameProps = {
  at: Step;
  name: string | undefined;
  actions?: Partial<Record<Step, () => void>>;
  /** Takes the focus. Steps after the first always do. */
  isArrival?: boolean;
  children: ReactNode;
};

function WizardFrame({ at, name, actions = {}, isArrival = at !== 'connect', children }: FrameProps) {
  const { t } = useTranslation(['entra-setup', 'iam']);
  const steps: ListedStep[] = [
    { key: 'kind', name: t('steps.kind') },
    ...[...before, ...after].map((key) => ({ key, name: t(`steps.${key}`), onOpen: actions[key] })),
  ];
  return (
    <div className="setup">
      <Page
        title={name ? t('titleFor', { name }) : t('title')}
        subtitle={t('subtitle')}
        back={{ to: '/iam-manager', label: t('iam:wizard.back') }}
      >
        <StepList steps={steps} current={at} />
        <StepFrame key={at} title={t(`steps.${at}`)} isLeaving={false} isArrival={isArrival}>
          {children}
        </StepFrame>
      </Page>
    </div>
  );
}

function FirstStep({ isArrival }: { isArrival: boolean }) {
  const [, setUrl] = useUrlState(wizardSearch);
  useBackToStepBefore(() => setUrl({ kind: undefined }));
  return (
    <WizardFrame at="connect" name={undefined} isArrival={isArrival}>
      <NameStep
        onStarted={({ session }) => setUrl({ setup: session })}
        onBack={() => setUrl({ kind: undefined, setup: undefined })}
      />
    </WizardFrame>
  );
}

const isOpen = ({ status }: EntraSetup) => status === 'initiated' || status === 'awaiting_consent';

function SetupSteps({ session }: { session: string }) {
  const { t } = useTranslation('entra-setup');
  const [, setUrl] = useUrlState(wizardSearch);
  const { data: setup, error } = useQuery(entraSetupQuery(session));
  const again = () => setUrl({ kind: 'entra_id', setup: undefined });
  const connectionId = setup?.connection_id;
  useEffect(() => {
    if (connectionId) setUrl({ kind: undefined, setup: undefined, connection: connectionId, step: 'map' });
  }, [connectionId, setUrl]);
  if (!setup || connectionId) {
    return (
      <WizardFrame at="connect" name={undefined}>
        {error ? <Failure error={error} onRetry={again} /> : <Loading label={t('loading')} />}
      </WizardFrame>
    );
  }
  return (
    <WizardFrame at={isOpen(setup) ? 'connect' : 'check'} name={setup.connection_name}>
      {isOpen(setup) ? <ConnectStep setup={setup} onCancelled={again} /> : <CheckStep setup={setup} onAgain={again} />}
    </WizardFrame>
  );
}

function SourceSteps({ connection }: { connection: IamConnection }) {
  const [{ step = 'map', task }, setUrl] = useUrlState(wizardSearch);
  const at = task ? 'review' : step;
  const go = (to: (typeof after)[number]) => setUrl({ step: to, task: undefined });
  const done = task ? after : after.slice(0, after.indexOf(at));
  const actions = Object.fromEntries(done.map((to) => [to, () => go(to)]));
  const last = done.at(-1);
  useBackToStepBefore(last !== undefined && (() => go(last)));
  const follow = (taskId: string) => setUrl({ step: 'review', task: taskId });
  return (
    <WizardFrame at={at} name={connection.name} actions={actions}>
      {task ? (
        <RunStep connection={connection} taskId={task} onStarted={follow} onLeave={() => go('map')} />
      ) : at === 'map' ? (
        <MapStep connection={connection} onNext={() => go('schedule')} />
      ) : at === 'schedule' ? (
        <ScheduleStep connection={connection} onNext={() => go('review')} onBack={() => go('map')} />
      ) : (
        <ReviewStep connection={connection} onStarted={follow} onBack={() => go('schedule')} />
      )}
    </WizardFrame>
  );
}
