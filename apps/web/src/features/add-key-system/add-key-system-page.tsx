import { type Dispatch, useEffect, useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import { StepFrame } from '#components/wizard/step-frame';
import { useBackToStepBefore } from '#components/wizard/use-back-to-step-before';
import { useStepTransition } from '#components/wizard/use-step-transition';
import { Page } from '#ui/page';
import { StepList } from '#ui/steps/step-list';
import { showRefusal, useConnectionForm } from './configuration/use-connection-form';
import { LeaveDialog } from './leave-dialog';
import { fromSaved } from './saved/saved-setup';
import { useSavedSetup, useSaveSetup } from './saved/use-saved-setup';
import { ConfigureStep } from './steps/configure-step';
import { ReviewStep } from './steps/review-step';
import { SelectStep } from './steps/select-step';
import { TestStep } from './steps/test-step';
import { useCompleting } from './use-completing';
import { useConnecting } from './use-connecting';
import { useLeaving } from './use-leaving';
import { canRevisit, type WizardEvent, type WizardState, wizard, wizardSteps } from './wizard-state';
import './add-key-system.css';

/** Adds a key system: type, credentials, test, review. A reload keeps the state, leaving the page discards it. */
export function AddKeySystemPage() {
  const { t } = useTranslation('add-key-system');
  const before = useSavedSetup();
  const [state, dispatch] = useReducer(wizard, before, fromSaved);
  const form = useConnectionForm(before?.typed);
  useSaveSetup(state, form, before);
  const isFirst = state.step === 'select';
  const leaving = useLeaving({ isUnfinished: form.formState.isDirty, isFirst });
  const { shown, isLeaving, hasMoved } = useStepTransition(state);
  useConnectingOnArrival(shown, dispatch, (error) => showRefusal(error, form));

  useBackToStepBefore(!isFirst && (() => dispatch({ type: 'back' })));
  const back = {
    label: isFirst ? t('toDashboard') : t('word.back'),
    onClick: isFirst ? leaving.goBack : () => dispatch({ type: 'back' }),
  };
  const steps = wizardSteps.map((key) => ({
    key,
    name: t(`steps.${key}`),
    onOpen: canRevisit(state, key) ? () => dispatch({ type: 'revisited', step: key }) : undefined,
  }));
  const title = shown.step === 'select' ? t('select.title') : t(`steps.${shown.step}`);
  return (
    <div className="setup">
      <Page title={t('title')} back={back}>
        <StepList steps={steps} current={state.step} />
        <StepFrame key={shown.step} title={title} isLeaving={isLeaving} isArrival={hasMoved}>
          <Step
            state={shown}
            dispatch={dispatch}
            form={form}
            hadFiles={before?.hadFiles === true}
            isLeavingToTest={isLeaving && state.step === 'test'}
            onDone={leaving.finish}
          />
        </StepFrame>
      </Page>
      {leaving.question && (
        <LeaveDialog
          storedName={state.stored?.values.name}
          onLeave={leaving.question.leave}
          onStay={leaving.question.stay}
        />
      )}
    </div>
  );
}

/** Starts the pending test when its step appears. */
function useConnectingOnArrival(
  { step, test, values, stored, run }: WizardState,
  dispatch: Dispatch<WizardEvent>,
  onRefused: (error: unknown) => void,
): void {
  const connect = useConnecting(stored, dispatch, onRefused);
  const isDue = step === 'test' && test.is === 'due';
  useEffect(() => {
    if (isDue && values) void connect(values, run);
  });
}

type StepProps = {
  state: WizardState;
  isLeavingToTest: boolean;
  dispatch: Dispatch<WizardEvent>;
  form: ReturnType<typeof useConnectionForm>;
  /** A certificate had been selected before a reload. */
  hadFiles: boolean;
  onDone: () => void;
};

function Step({ state, isLeavingToTest, dispatch, form, hadFiles, onDone }: StepProps) {
  const { isCompleting, complete } = useCompleting(dispatch, onDone);
  const { systemType, isUnselected, values, stored, test, failure, refusal } = state;
  const next = () => dispatch({ type: 'next' });
  const back = () => dispatch({ type: 'back' });
  switch (state.step) {
    case 'select':
      return (
        <SelectStep
          chosen={systemType}
          isUnselected={isUnselected}
          onChoose={(chosen) => dispatch({ type: 'selected', systemType: chosen })}
          onNext={next}
        />
      );
    case 'configure':
      return (
        <ConfigureStep
          form={form}
          hadFiles={hadFiles}
          failure={failure}
          storedName={stored?.values.name}
          isTesting={isLeavingToTest}
          onNext={(values) => dispatch({ type: 'configured', values })}
        />
      );
    case 'test':
      return (
        <TestStep
          test={test}
          values={values}
          id={stored?.connection.id}
          onRetry={() => dispatch({ type: 'retried' })}
          onEdit={back}
          onNext={next}
        />
      );
    case 'review':
      if (!stored || test.is !== 'answered') return null;
      return (
        <ReviewStep
          stored={stored}
          answer={test.answer}
          refusal={refusal}
          isCompleting={isCompleting}
          onBack={back}
          onComplete={() => void complete(test.answer)}
        />
      );
  }
}
