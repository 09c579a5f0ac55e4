import type { SingleSignOnTest } from '@key2xs/contract';
import { Button } from '@mantine/core';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { StepIcon } from '#components/step-icon';
import { useTestSingleSignOn } from '#data/people/single-sign-on';
import { applyProblem } from '#lib/calls/apply-problem';
import { type SettingsValues, toChange } from './settings-values';

/** Asks the provider that is typed, before anything is stored, and shows what was found. */
export function ProviderTest({ form }: { form: UseFormReturn<SettingsValues> }) {
  const { t } = useTranslation('single-sign-on');
  const { mutate, data, isPending, reset } = useTestSingleSignOn();
  const test = () => {
    form.clearErrors();
    reset();
    const { issuer, authority_pem, scopes = [], username_claim, groups_claim } = toChange(form.getValues());
    const body = { issuer, authority_pem, scopes, username_claim, groups_claim };
    mutate(body, { onError: (error) => applyProblem(error, form) });
  };
  return (
    <>
      <div className="actions">
        <Button variant="default" onClick={test} loading={isPending}>
          {t('test.button')}
        </Button>
      </div>
      {data && <Outcome test={data} />}
    </>
  );
}

function Outcome({ test: { is_passed, steps } }: { test: SingleSignOnTest }) {
  const { t } = useTranslation('single-sign-on');
  return (
    <div role="status">
      <p>{t(is_passed ? 'test.passed' : 'test.notPassed')}</p>
      <ol className="diagnosis" aria-label={t('test.label')}>
        {steps.map(({ name, state, message }) => (
          <li key={name} data-state={state}>
            <StepIcon state={state} />
            <div className="diagnosis-words">
              <strong>{t(`test.names.${name}`)}</strong>
              <span className="visually-hidden">{`: ${t(`test.states.${state}`)}. `}</span>
              <p>{message}</p>
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}
