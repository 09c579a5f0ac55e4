import type { KeyRequestVisit } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openRequestLink, readRequestOffer } from '#data/links/request-link';
import { ApiError } from '#lib/calls/api-error';
import { formatInstant } from '#lib/format';
import { Failure, Loading } from '#ui/page-states';
import { ForLinkToken } from './for-link-token';
import { AskForLink } from './request-link/ask-for-link';
import { NewByLink } from './request-link/new-by-link';
import { OwnRequests } from './request-link/own-requests';
import { SignInFrame } from './sign-in-frame';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/Input.layer.css';

type State =
  | { is: 'loading' | 'ended' | 'off' | 'ask' }
  | { is: 'failed'; error: Error }
  | { is: 'open'; visit: KeyRequestVisit };

/** Where people without an account ask for keys: without a token for a link by mail, with one for keys. */
export const RequestLinkPage = () => <ForLinkToken>{(token) => <RequestLink token={token} />}</ForLinkToken>;

function RequestLink({ token: opened }: { token: string }) {
  const { t } = useTranslation(['request-link', 'entry']);
  const [token, setToken] = useState(opened);
  const [state, setState] = useState<State>({ is: 'loading' });
  const read = useCallback(async () => {
    setState({ is: 'loading' });
    try {
      if (token) setState({ is: 'open', visit: await openRequestLink(token) });
      else setState({ is: (await readRequestOffer()).is_offered ? 'ask' : 'off' });
    } catch (error) {
      setState(stateAfter(error));
    }
  }, [token]);
  useEffect(() => {
    document.title = `${t('page')} – ${t('entry:brand')}`;
  }, [t]);
  useEffect(() => {
    void read();
  }, [read]);
  return (
    <SignInFrame>
      {state.is === 'loading' && <Loading label={t('loading')} />}
      {state.is === 'failed' && <Failure error={state.error} onRetry={read} />}
      {state.is === 'off' && (
        <div role="status">
          <h1>{t('ask.off')}</h1>
          <p className="mute">{t('ask.offHint')}</p>
        </div>
      )}
      {state.is === 'ask' && <AskForLink />}
      {state.is === 'ended' && (
        <>
          <div role="status">
            <h1>{t('ended')}</h1>
            <p className="mute">{t('endedHint')}</p>
          </div>
          <Button fullWidth mt="md" onClick={() => setToken('')}>
            {t('newLink')}
          </Button>
        </>
      )}
      {state.is === 'open' && (
        <Visit
          visit={state.visit}
          token={token}
          onVisit={(visit) => setState({ is: 'open', visit })}
          onEnded={() => setState({ is: 'ended' })}
        />
      )}
    </SignInFrame>
  );
}

function stateAfter(error: unknown): State {
  if (error instanceof ApiError && error.code === 'link_expired') return { is: 'ended' };
  if (error instanceof Error) return { is: 'failed', error };
  throw error;
}

type Opened = {
  visit: KeyRequestVisit;
  token: string;
  onVisit: (visit: KeyRequestVisit) => void;
  onEnded: () => void;
};

function Visit({ visit, token, onVisit, onEnded }: Opened) {
  const { t } = useTranslation('request-link');
  const [isNew, setIsNew] = useState(false);
  const [done, setDone] = useState<'sent' | 'answered' | 'cancelled'>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  /** What was typed stays where it could not be sent. */
  const send = async (call: () => Promise<KeyRequestVisit>, name: NonNullable<typeof done>) => {
    setIsBusy(true);
    setProblem(undefined);
    setDone(undefined);
    try {
      onVisit(await call());
      setDone(name);
      setIsNew(false);
    } catch (error) {
      const after = stateAfter(error);
      if (after.is !== 'failed') return onEnded();
      setProblem(after.error.message);
    } finally {
      setIsBusy(false);
    }
  };
  const show = (is: boolean) => {
    setIsNew(is);
    setProblem(undefined);
    setDone(undefined);
  };
  return (
    <>
      <h1>{t(isNew ? 'new' : 'title')}</h1>
      {!isNew && (
        <p className="mute">{t('for', { name: visit.person_name, until: formatInstant(visit.expires_at) })}</p>
      )}
      <p role="status">{done && t(done)}</p>
      {problem && (
        <div role="alert" className="login-error">
          <p>{problem}</p>
        </div>
      )}
      {isNew ? (
        <NewByLink keys={visit.keys} token={token} isBusy={isBusy} onSend={send} onBack={() => show(false)} />
      ) : (
        <>
          <Button fullWidth mt="md" onClick={() => show(true)}>
            {t('new')}
          </Button>
          <OwnRequests requests={visit.requests} token={token} isBusy={isBusy} onSend={send} />
        </>
      )}
    </>
  );
}
