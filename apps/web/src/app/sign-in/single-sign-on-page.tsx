import type { SignInAttempt } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { endAtReturn } from '#data/sign-in/single-sign-on-steps';
import { requestedUrl } from '#lib/addresses/requested-url';
import { Loading } from '#ui/page-states';
import { useToast } from '#ui/toast';
import { SecondStep } from './second-step';
import { SignInFrame } from './sign-in-frame';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';

type Failure = { purpose: 'sign-in' | 'link' | 'proof'; reason: string | undefined };

/** Where the provider sends the browser back to. */
export function SingleSignOnPage() {
  const { t } = useTranslation(['single-sign-on', 'entry']);
  const navigate = useNavigate();
  const toast = useToast();
  const [search] = useState(() => window.location.search);
  const [failure, setFailure] = useState<Failure>();
  const [attempt, setAttempt] = useState<SignInAttempt>();
  const openStart = useCallback(async () => navigate({ href: requestedUrl.take() ?? '/', replace: true }), [navigate]);
  useEffect(() => {
    document.title = `${t('callback.title')} – ${t('entry:brand')}`;
  }, [t]);
  useEffect(() => {
    // Keeps the code out of the browser history.
    window.history.replaceState(window.history.state, '', window.location.pathname);
    const open = async () => {
      const outcome = await endAtReturn(search);
      if (outcome.is === 'lost') return setFailure({ purpose: 'sign-in', reason: t('callback.lost') });
      if (outcome.is === 'step') return setAttempt(outcome.attempt);
      if (outcome.is === 'failed') {
        const { error, purpose } = outcome;
        return setFailure({
          purpose,
          reason: error instanceof Error ? error.message : t('entry:errors.unexpected'),
        });
      }
      if (outcome.is === 'signed-in') return openStart();
      if (outcome.is === 'proved') {
        toast.success(t('callback.proved'));
        return openStart();
      }
      toast.success(t('links.linked'));
      return navigate({ to: '/profile', search: { tab: 'settings' }, replace: true });
    };
    void open();
  }, [search, navigate, openStart, toast, t]);
  const restart = () => void navigate({ to: '/login', replace: true });
  return (
    <SignInFrame>
      {attempt ? (
        <SecondStep attempt={attempt} onSignedIn={openStart} onRestart={restart} />
      ) : failure ? (
        <Failed {...failure} />
      ) : (
        <Loading label={t('callback.title')} />
      )}
    </SignInFrame>
  );
}

const titles = { 'sign-in': 'failed', link: 'linkFailed', proof: 'proofFailed' } as const;

function Failed({ purpose, reason }: Failure) {
  const { t } = useTranslation(['single-sign-on', 'entry']);
  return (
    <div role="alert">
      <h1>{t(`callback.${titles[purpose]}`)}</h1>
      <p className="mute">{reason}</p>
      <div className="login-form">
        {purpose === 'link' ? (
          <Button fullWidth renderRoot={(props) => <Link to="/profile" search={{ tab: 'settings' }} {...props} />}>
            {t('callback.profile')}
          </Button>
        ) : purpose === 'proof' ? (
          <Button fullWidth renderRoot={(props) => <Link to="/dashboards/start" {...props} />}>
            {t('entry:errors.home')}
          </Button>
        ) : (
          <Button fullWidth renderRoot={(props) => <Link to="/login" {...props} />}>
            {t('callback.back')}
          </Button>
        )}
      </div>
    </div>
  );
}
