import type { Session } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PasskeyButton } from '#components/second-factors/passkey-button';
import { RecoveryCodes } from '#components/second-factors/recovery-codes';
import { TotpSetUp } from '#components/second-factors/totp-set-up';
import { useFailureWords } from '#components/second-factors/use-failure-words';
import type { SignInSteps } from '#data/sign-in/sign-in-steps';
import { hasPasskeys } from '#lib/passkeys';
import { deviceOf } from '#lib/words/device-words';

type Props = { steps: SignInSteps; onFinished: (session: Session) => Promise<unknown> };

/** Sets up the second factor that the policy demands, within the sign-in. */
export function EnrolStep({ steps, onFinished }: Props) {
  const { t } = useTranslation('second-factors');
  const [isApp, setIsApp] = useState(false);
  /** Undefined until the factor is set up. */
  const [codes, setCodes] = useState<string[]>();
  const finish = async () => onFinished(await steps.finish());
  const setUp = async (made: string[] | null) => {
    if (made) setCodes(made);
    else await finish();
  };
  if (codes) return <Finish codes={codes} onDone={finish} />;
  return (
    <>
      <h1>{t('enrol.title')}</h1>
      <p className="mute">{t('enrol.purpose')}</p>
      <div className="login-form">
        {isApp ? (
          <TotpSetUp start={steps.setUpTotp} confirm={async (code) => setUp(await steps.confirmTotp(code))} />
        ) : (
          <div>
            <Button fullWidth onClick={() => setIsApp(true)}>
              {t('enrol.app')}
            </Button>
            <p className="mute">{t('enrol.appHint')}</p>
          </div>
        )}
        {hasPasskeys() && (
          <div>
            <PasskeyButton
              label={t('enrol.passkey')}
              onUse={async () => setUp(await steps.addPasskey(nameOfDevice() ?? t('enrol.passkey')))}
            />
            <p className="mute">{t('enrol.passkeyHint')}</p>
          </div>
        )}
      </div>
    </>
  );
}

/** The passkey is renamed in the profile. */
function nameOfDevice(): string | undefined {
  const { browser, system } = deviceOf(navigator.userAgent);
  return [browser, system].filter(Boolean).join(', ') || undefined;
}

function Finish({ codes, onDone }: { codes: string[]; onDone: () => Promise<unknown> }) {
  const { t } = useTranslation('second-factors');
  const words = useFailureWords();
  const [error, setError] = useState<string>();
  const finish = () => onDone().catch((cause: unknown) => setError(words(cause)));
  return (
    <>
      <h1>{t('enrol.done')}</h1>
      <p className="mute">{t('enrol.store')}</p>
      <div className="login-form">
        <RecoveryCodes codes={codes} doneLabel={t('enrol.finish')} onDone={finish} />
        <div role="alert" className="login-error">
          {error && <p>{error}</p>}
        </div>
      </div>
    </>
  );
}
