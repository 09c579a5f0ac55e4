import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeForm } from '#components/second-factors/code-form';
import { PasskeyButton } from '#components/second-factors/passkey-button';
import { secondFactorsQuery, stepUpByPasskey, stepUpByPassword, stepUpByTotp } from '#data/second-factors';
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
  return (
    <Dialog title={t('stepUp.title')} onClose={() => onEnd(false)}>
      <div className="factor-form">
        <p className="mute">{t('stepUp.hint')}</p>
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
