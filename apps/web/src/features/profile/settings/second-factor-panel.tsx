import { fewRecoveryCodes, type SecondFactors } from '@key2xs/contract';
import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RecoveryCodes } from '#components/second-factors/recovery-codes';
import { TotpSetUp } from '#components/second-factors/totp-set-up';
import { TimeAgo } from '#components/time-ago';
import {
  confirmTotp,
  secondFactorsQuery,
  setUpTotp,
  useCreateRecoveryCodes,
  useRemoveTotp,
} from '#data/sign-in/second-factors';
import { formatDate } from '#lib/format';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { Dialog } from '#ui/overlay/dialog';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { useToast } from '#ui/toast';
import { Passkeys } from './passkeys';

/** Authenticator app, passkeys and recovery codes of the signed-in administrator. */
export function SecondFactorPanel() {
  const { t } = useTranslation('second-factors');
  const { data, error, refetch } = useQuery(secondFactorsQuery);
  /** New ones, shown until they are stored. */
  const [codes, setCodes] = useState<string[]>();
  return (
    <Panel title={t('factors.title')} padded>
      {data && <Factors factors={data} onCodes={setCodes} />}
      {!data && (error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('factors.loading')} />)}
      {codes && (
        <Dialog title={t('recovery.title')} onClose={() => setCodes(undefined)}>
          <RecoveryCodes codes={codes} doneLabel={t('recovery.stored')} onDone={() => setCodes(undefined)} />
        </Dialog>
      )}
    </Panel>
  );
}

type Props = { factors: SecondFactors; onCodes: (codes: string[]) => void };

function Factors({ factors, onCodes }: Props) {
  const { t } = useTranslation('second-factors');
  return (
    <Stack gap="lg">
      <p className="mute">
        {t('factors.hint')} {factors.is_required && t('factors.required')}
      </p>
      <App factors={factors} onCodes={onCodes} />
      <Passkeys factors={factors} onCodes={onCodes} />
      <Recovery factors={factors} onCodes={onCodes} />
    </Stack>
  );
}

function App({ factors: { totp }, onCodes }: Props) {
  const { t } = useTranslation('second-factors');
  const toast = useToast();
  const remove = useRemoveTotp();
  const [open, setOpen] = useState<'set-up' | 'remove'>();
  const close = () => setOpen(undefined);
  const confirm = async (code: string) => {
    const codes = await confirmTotp(code);
    close();
    toast.success(t('factors.added'));
    if (codes) onCodes(codes);
  };
  const start = () =>
    remove.mutate(undefined, {
      onSuccess: () => toast.success(t('factors.removed')),
      onError: (error) => toast.failure(error.message),
      onSettled: close,
    });
  return (
    <section className="factor-part" aria-label={t('factors.app')}>
      <h3>{t('factors.app')}</h3>
      <p>
        {totp ? (
          <>
            {t('factors.appSince', { date: formatDate(totp.created_at) })}{' '}
            <TimeAgo instant={totp.last_used_at} isInside />
          </>
        ) : (
          t('factors.appNone')
        )}
      </p>
      <div className="actions actions-row">
        <Button variant="default" onClick={() => setOpen('set-up')}>
          {t(totp ? 'factors.replace' : 'factors.setUp')}
        </Button>
        {totp && (
          <Button variant="default" onClick={() => setOpen('remove')}>
            {t('factors.remove')}
          </Button>
        )}
      </div>
      {open === 'set-up' && (
        <Dialog title={t('totp.title')} onClose={close}>
          <TotpSetUp start={setUpTotp} confirm={confirm} />
        </Dialog>
      )}
      {open === 'remove' && (
        <ConfirmDialog
          title={t('factors.removeApp')}
          confirmLabel={t('factors.remove')}
          isDangerous
          isBusy={remove.isPending}
          onConfirm={start}
          onCancel={close}
        >
          {t('factors.removeAppEffect')}
        </ConfirmDialog>
      )}
    </section>
  );
}

function Recovery({ factors: { totp, passkeys, recovery_codes_left: left }, onCodes }: Props) {
  const { t } = useTranslation('second-factors');
  const toast = useToast();
  const create = useCreateRecoveryCodes();
  const [isAsking, setIsAsking] = useState(false);
  const hasFactor = totp !== null || passkeys.length > 0;
  const start = () =>
    create.mutate(undefined, {
      onSuccess: ({ recovery_codes }) => onCodes(recovery_codes),
      onError: (error) => toast.failure(error.message),
      onSettled: () => setIsAsking(false),
    });
  return (
    <section className="factor-part" aria-label={t('recovery.title')}>
      <h3>{t('recovery.title')}</h3>
      {hasFactor && left <= fewRecoveryCodes && <Notice tone="amber" title={t('recovery.few')} />}
      <p>{hasFactor ? t('recovery.left', { count: left }) : t('recovery.none')}</p>
      {hasFactor && (
        <div className="actions actions-row">
          <Button variant="default" onClick={() => setIsAsking(true)}>
            {t('recovery.make')}
          </Button>
        </div>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('recovery.makeAsk')}
          confirmLabel={t('recovery.make')}
          isBusy={create.isPending}
          onConfirm={start}
          onCancel={() => setIsAsking(false)}
        >
          {t('recovery.makeEffect')}
        </ConfirmDialog>
      )}
    </section>
  );
}
