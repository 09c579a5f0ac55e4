import type { EntraSetup } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatTime } from '#lib/format';
import { Notice } from '#ui/notice';
import { Panel } from '#ui/panel';
import { useCancelEntra } from '../set-up-calls';
import { CompleteForm } from './complete-form';
import { SetupChecks } from './setup-checks';

const ended = ['denied', 'failed', 'expired', 'cancelled'] as const;
type Ended = (typeof ended)[number];
const isEnded = (status: EntraSetup['status']): status is Ended => ended.some((one) => one === status);

type Props = { setup: EntraSetup; onAgain: () => void };

/** The permission checks, one by one; then the directory, for an administrator to confirm. */
export function CheckStep({ setup, onAgain }: Props) {
  const { t } = useTranslation('entra-setup');
  const { status, message, checks, certificate, next_try_at: nextTry } = setup;
  const cancel = useCancelEntra();
  const leave = () => cancel.mutate(setup.session, { onSettled: onAgain });
  return (
    <>
      {isEnded(status) && (
        <Notice
          tone={status === 'failed' ? 'red' : 'amber'}
          title={t(`check.ended.${status}`)}
          actions={<Button onClick={onAgain}>{t('check.again')}</Button>}
        >
          {message}
        </Notice>
      )}
      {status !== 'denied' && status !== 'expired' && (
        <Panel title={setup.connection_name} padded>
          <SetupChecks checks={checks} />
          {nextTry && (
            <p className="mute" role="status">
              {t('check.next', { at: formatTime(nextTry) })}
            </p>
          )}
        </Panel>
      )}
      {certificate && status !== 'ready' && <PublicPart pem={certificate.public_pem} />}
      {status === 'ready' && <CompleteForm setup={setup} onLeave={leave} />}
      {(status === 'consent_received' || status === 'verifying') && (
        <div className="setup-foot">
          <Button variant="default" onClick={leave} loading={cancel.isPending}>
            {t('connect.cancel')}
          </Button>
        </div>
      )}
    </>
  );
}

/** The certificate without its key, for the app registration. */
function PublicPart({ pem }: { pem: string }) {
  const { t } = useTranslation('entra-setup');
  const href = `data:application/x-x509-ca-cert;charset=utf-8,${encodeURIComponent(pem)}`;
  return (
    <div className="wizard-part">
      <Button component="a" href={href} download="key2xs.cer" variant="default">
        {t('check.publicPart')}
      </Button>
      <p className="mute">{t('check.publicHint')}</p>
    </div>
  );
}
