import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeForm } from '#components/second-factors/code-form';
import { PasskeyButton } from '#components/second-factors/passkey-button';
import { singleSignOnLinksQuery } from '#data/people/single-sign-on';
import { secondFactorsQuery, stepUpByPasskey, stepUpByPassword, stepUpByTotp } from '#data/sign-in/second-factors';
import { goToProvider } from '#data/sign-in/single-sign-on-steps';
import { requestedUrl } from '#lib/addresses/requested-url';
import { hasPasskeys } from '#lib/passkeys';
import { Dialog } from '#ui/overlay/dialog';
import { Failure, Loading } from '#ui/page-states';

type Props = { onEnd: (isProved: boolean) => void };

/** Asks for the password or a factor. It does not touch what is beneath. */
export function StepUpDialog({ onEnd }: Props) {
  const { t } = useTranslation(['second-factors', 'entry']);
  const { data, error, refetch } = useQuery(secondFactorsQuery);
  const [chosen, setChosen] = useState<'password' | 'totp'>();
  const prove = (attempt: Promise<unknown>) => attempt.then(() => onEnd(true));
  const method = chosen ?? (data?.has_password ? 'password' : 'totp');
  const other = method === 'password' ? 'totp' : 'password';
  const isThere = { password: data?.has_password === true, totp: data?.totp != null };
  // Only leaving for the provider loses what was entered.
  const isHere = isThere.password || isThere.totp || (data?.passkeys.length ?? 0) > 0;
  return (
    <Dialog title={t('stepUp.title')} onClose={() => onEnd(false)}>
      <div className="factor-form">
        {isHere && <p className="mute">{t('stepUp.hint')}</p>}
        {!data && (error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('stepUp.loading')} />)}
        {data && isThere[method] && (
          <CodeForm
            key={method}
            kind={method}
            label={t(method === 'password' ? 'stepUp.password' : 'stepUp.code')}
            submitLabel={t('stepUp.submit')}
            onAnswer={(answer) => prove(method === 'password' ? stepUpByPassword(answer) : stepUpByTotp(answer))}
          />
        )}
        {data && data.passkeys.length > 0 && hasPasskeys() && (
          <PasskeyButton label={t('stepUp.usePasskey')} onUse={() => prove(stepUpByPasskey())} />
        )}
        {data && !data.has_password && <AtProvider />}
        {isThere[other] && isThere[method] && (
          <Button variant="subtle" onClick={() => setChosen(other)}>
            {t(other === 'password' ? 'stepUp.usePassword' : 'stepUp.useCode')}
          </Button>
        )}
        <Button variant="default" onClick={() => onEnd(false)}>
          {t('entry:word.cancel')}
        </Button>
      </div>
    </Dialog>
  );
}

/** For those without a password: signs in again at the provider, and comes back to this screen. */
function AtProvider() {
  const { t } = useTranslation('second-factors');
  const { data: links } = useQuery(singleSignOnLinksQuery);
  const [reason, setReason] = useState<string>();
  if (!links || links.items.length === 0) return null;
  const go = () => {
    requestedUrl.save(window.location.pathname + window.location.search);
    void goToProvider('proof').catch((error: Error) => setReason(error.message));
  };
  return (
    <>
      {reason && (
        <p role="alert" className="mute">
          {reason}
        </p>
      )}
      <p className="mute">{t('stepUp.providerHint')}</p>
      <Button onClick={go}>{t('stepUp.useProvider')}</Button>
    </>
  );
}
