import type { keyReceipts, Output } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkReceiptLink, confirmReceipt } from '#data/links/receipt-link';
import { ApiError } from '#lib/calls/api-error';
import { formatDate, formatInstant } from '#lib/format';
import { Failure, Loading } from '#ui/page-states';
import { ForLinkToken } from './for-link-token';
import { SignInFrame } from './sign-in-frame';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Loader.layer.css';

type Receipt = Output<typeof keyReceipts.checkLink>;
type State =
  | { is: 'loading' }
  | { is: 'incomplete' | 'ended' | 'done' }
  | { is: 'failed'; error: Error }
  | { is: 'open'; receipt: Receipt };

/** The target of a mailed link: shows what is confirmed, and confirms it. Its reader has no account. */
export const ReceiptLinkPage = () => <ForLinkToken>{(token) => <ReceiptLink token={token} />}</ForLinkToken>;

function ReceiptLink({ token }: { token: string }) {
  const { t } = useTranslation(['receipt-link', 'entry']);
  const [state, setState] = useState<State>(token ? { is: 'loading' } : { is: 'incomplete' });
  const read = useCallback(async () => {
    try {
      setState({ is: 'open', receipt: await checkReceiptLink(token) });
    } catch (error) {
      setState(stateAfter(error));
    }
  }, [token]);
  useEffect(() => {
    document.title = `${t('page')} – ${t('entry:brand')}`;
  }, [t]);
  useEffect(() => {
    if (token) void read();
  }, [token, read]);
  return (
    <SignInFrame>
      {state.is === 'loading' && <Loading label={t('loading')} />}
      {state.is === 'failed' && <Failure error={state.error} onRetry={read} />}
      {state.is === 'incomplete' && <Ending title={t('incomplete')} hint={t('incompleteHint')} />}
      {state.is === 'ended' && <Ending title={t('ended')} hint={t('endedHint')} />}
      {state.is === 'done' && <Ending title={t('done')} hint={t('doneHint')} />}
      {state.is === 'open' && <OpenReceipt receipt={state.receipt} token={token} onState={setState} />}
    </SignInFrame>
  );
}

function stateAfter(error: unknown): State {
  if (error instanceof ApiError && error.code === 'link_expired') return { is: 'ended' };
  if (error instanceof Error) return { is: 'failed', error };
  throw error;
}

type Opened = { receipt: Receipt; token: string; onState: (state: State) => void };

function OpenReceipt({ receipt, token, onState }: Opened) {
  const { t } = useTranslation('receipt-link');
  const [isBusy, setIsBusy] = useState(false);
  const { kind, person_name: name, created_by: by, created_at, language, statement, lines, hash, expires_at } = receipt;
  const confirm = async () => {
    setIsBusy(true);
    try {
      await confirmReceipt(token);
      onState({ is: 'done' });
    } catch (error) {
      onState(stateAfter(error));
    }
  };
  return (
    <>
      <h1>{t(`title.${kind === 'return' ? 'return' : 'hand_out'}`)}</h1>
      <p className="mute">{t('for', { name, by, moment: formatInstant(created_at) })}</p>
      <p lang={language}>{statement}</p>
      <ul className="receipt-keys" aria-label={t('keys')}>
        {lines.map(({ marking, name: keyName, serial, due_at }) => (
          <li key={`${marking} ${serial}`}>
            <strong>{marking}</strong> {keyName}
            {due_at && `, ${t('due', { day: formatDate(due_at) })}`}
          </li>
        ))}
      </ul>
      <div className="login-form">
        <Button fullWidth loading={isBusy} onClick={() => void confirm()}>
          {t('confirm')}
        </Button>
      </div>
      <p className="mute">{t('once', { moment: formatInstant(expires_at) })}</p>
      <p className="mute receipt-link-hash">
        {t('hash')} <code>{hash}</code>
      </p>
    </>
  );
}

function Ending({ title, hint }: { title: string; hint: string }) {
  return (
    <div role="status">
      <h1>{title}</h1>
      <p className="mute">{hint}</p>
    </div>
  );
}
