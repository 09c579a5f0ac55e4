import { fewRecoveryCodes, type Session, type SignInAttempt, type SignInStep } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeForm } from '#components/second-factors/code-form';
import { PasskeyButton } from '#components/second-factors/passkey-button';
import { type SignInSteps, stepsOf } from '#data/sign-in/sign-in-steps';
import { ApiError } from '#lib/calls/api-error';
import { hasPasskeys } from '#lib/passkeys';
import { EnrolStep } from './enrol-step';

type Props = {
  attempt: SignInAttempt;
  onSignedIn: () => Promise<unknown>;
  /** Goes back to name and password, and says why. */
  onRestart: (reason?: string) => void;
};

/** What a sign-in needs after the password or single sign-on. */
export function SecondStep({ attempt, onSignedIn, onRestart }: Props) {
  const { t } = useTranslation('second-factors');
  const [fewCodes, setFewCodes] = useState<number>();
  const steps = useMemo(
    () => restarting(stepsOf(attempt), () => onRestart(t('step.expired'))),
    [attempt, onRestart, t],
  );
  const finish = async ({ recovery_codes_left }: Session) => {
    if (recovery_codes_left !== undefined && recovery_codes_left <= fewRecoveryCodes) setFewCodes(recovery_codes_left);
    else await onSignedIn();
  };
  if (fewCodes !== undefined) return <FewCodes count={fewCodes} onContinue={onSignedIn} />;
  return (
    <>
      {attempt.steps.includes('enrol') ? (
        <EnrolStep steps={steps} onFinished={finish} />
      ) : (
        <Prove asked={attempt.steps} steps={steps} onFinished={finish} />
      )}
      <Button variant="subtle" fullWidth mt="md" onClick={() => onRestart()}>
        {t('step.back')}
      </Button>
    </>
  );
}

type Method = Exclude<SignInStep, 'enrol' | 'passkey'>;
type ProveProps = {
  asked: readonly SignInStep[];
  steps: SignInSteps;
  onFinished: (session: Session) => Promise<unknown>;
};

function Prove({ asked, steps, onFinished }: ProveProps) {
  const { t } = useTranslation('second-factors');
  const [method, setMethod] = useState<Method | undefined>(asked.includes('totp') ? 'totp' : undefined);
  const isOffered = { totp: asked.includes('totp'), recovery_code: asked.includes('recovery_code') };
  return (
    <>
      <h1>{t('step.title')}</h1>
      <div className="login-form">
        {method === 'totp' && (
          <CodeForm
            key="totp"
            kind="totp"
            label={t('step.code')}
            hint={t('step.codeHint')}
            submitLabel={t('step.submit')}
            onAnswer={async (code) => onFinished(await steps.answerTotp(code))}
          />
        )}
        {method === 'recovery_code' && (
          <CodeForm
            key="recovery_code"
            kind="recovery_code"
            label={t('step.recoveryCode')}
            hint={t('step.recoveryCodeHint')}
            submitLabel={t('step.submit')}
            onAnswer={async (code) => onFinished(await steps.answerRecoveryCode(code))}
          />
        )}
        {asked.includes('passkey') &&
          (hasPasskeys() ? (
            <PasskeyButton
              label={t('step.passkey')}
              variant={method ? 'default' : 'filled'}
              onUse={async () => onFinished(await steps.answerPasskey())}
            />
          ) : (
            <p className="mute">{t('passkey.unsupported')}</p>
          ))}
        {isOffered.totp && method !== 'totp' && (
          <Button variant="subtle" onClick={() => setMethod('totp')}>
            {t('step.useCode')}
          </Button>
        )}
        {isOffered.recovery_code && method !== 'recovery_code' && (
          <Button variant="subtle" onClick={() => setMethod('recovery_code')}>
            {t('step.useRecoveryCode')}
          </Button>
        )}
      </div>
    </>
  );
}

function FewCodes({ count, onContinue }: { count: number; onContinue: () => Promise<unknown> }) {
  const { t } = useTranslation('second-factors');
  return (
    <div role="status">
      <h1>{t('recovery.title')}</h1>
      <p className="mute">{t('step.codesLeft', { count })}</p>
      <Button fullWidth mt="md" onClick={() => void onContinue()}>
        {t('step.submit')}
      </Button>
    </div>
  );
}

/** The same steps; one that comes too late leads back to the start. */
function restarting(steps: SignInSteps, onEnded: () => void): SignInSteps {
  const guard =
    <A extends unknown[], R>(step: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      try {
        return await step(...args);
      } catch (error) {
        if (error instanceof ApiError && error.code === 'sign_in_ended') onEnded();
        throw error;
      }
    };
  return {
    answerTotp: guard(steps.answerTotp),
    answerRecoveryCode: guard(steps.answerRecoveryCode),
    answerPasskey: guard(steps.answerPasskey),
    setUpTotp: guard(steps.setUpTotp),
    confirmTotp: guard(steps.confirmTotp),
    addPasskey: guard(steps.addPasskey),
    finish: guard(steps.finish),
  };
}
