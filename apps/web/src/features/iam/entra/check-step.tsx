import type { EntraSetup } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCancelEntra, useCompleteEntra } from '#data/entra-setup';
import { formatNumber, formatTime } from '#lib/format';
import { KeyValues } from '#ui/key-values';
import { Mono } from '#ui/mono';
import { Notice } from '#ui/notice';
import { Panel } from '#ui/panel';
import { PublicPart } from './public-part';
import { SetupChecks } from './setup-checks';
import { useSaidOf } from './use-said-of';

const ended = ['denied', 'failed', 'expired', 'cancelled'] as const;
type Ended = (typeof ended)[number];
const isEnded = (status: EntraSetup['status']): status is Ended => ended.some((one) => one === status);

type Props = { setup: EntraSetup; onAgain: () => void };

/** What may be read, found out one by one; then whose directory it is, for somebody to confirm. */
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
      {status === 'ready' && <Confirm setup={setup} onLeave={leave} />}
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

function Confirm({ setup, onLeave }: { setup: EntraSetup; onLeave: () => void }) {
  const { t } = useTranslation('entra-setup');
  const complete = useCompleteEntra();
  const said = useSaidOf(complete.error, t('check.invalid'));
  const { organisation, people, permissions } = setup;
  return (
    <>
      {said && (
        <Notice tone="red" title={t('check.completeFailed')}>
          {said}
        </Notice>
      )}
      <Panel title={t('check.confirm')} padded>
        <KeyValues
          items={[
            { label: t('check.organisation'), value: organisation?.display_name },
            { label: t('check.domain'), value: organisation?.default_domain ?? t('check.unknown') },
            { label: t('check.tenant'), value: <Mono>{organisation?.tenant_id}</Mono> },
            { label: t('check.people'), value: people === null ? t('check.unknown') : formatNumber(people) },
            { label: t('check.permissions'), value: permissions.join(', ') },
          ]}
        />
      </Panel>
      <div className="setup-foot">
        <Button variant="default" onClick={onLeave} disabled={complete.isPending}>
          {t('check.no')}
        </Button>
        <Button onClick={() => complete.mutate(setup.session)} loading={complete.isPending}>
          {t('check.yes')}
        </Button>
      </div>
    </>
  );
}
