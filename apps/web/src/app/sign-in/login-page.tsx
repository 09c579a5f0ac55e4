import type { SignInAttempt } from '@key2xs/contract';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadChunk } from '#lib/chunk';
import { session } from '#lib/session';
import { SignInFrame } from './sign-in-frame';
import { SingleSignOnButton } from './single-sign-on-button';
import { useSignIn } from './use-sign-in';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';

const SecondStep = lazy(async () => {
  const { SecondStep: component, loadTexts } = await loadChunk('SecondStep', () => import('./lazy-steps'));
  await loadTexts();
  return { default: component };
});

type Props = {
  /** Opens the application. If it throws, signing in shows the failure. */
  onSignedIn: () => Promise<unknown>;
  /** Called on the first keystroke, so that the application can start loading. */
  onStart?: () => void;
};

/** Must not need the router, which is loaded later. */
export function LoginPage({ onSignedIn, onStart }: Props) {
  const { t } = useTranslation('entry');
  const [attempt, setAttempt] = useState<SignInAttempt>();
  const [restarted, setRestarted] = useState<string>();
  useEffect(() => {
    document.title = `${t('login.title')} – ${t('brand')}`;
  }, [t]);
  const [ends, setEnds] = useState(0);
  const restart = useCallback((reason?: string) => {
    setRestarted(reason);
    setAttempt(undefined);
  }, []);
  // A session may end while the application still opens: then this page has stayed, and begins anew.
  useEffect(() => {
    const stop = session.onEnd(() => {
      restart();
      setEnds((before) => before + 1);
    });
    return () => void stop();
  }, [restart]);
  return (
    <SignInFrame>
      {attempt ? (
        <Suspense>
          <SecondStep attempt={attempt} onSignedIn={onSignedIn} onRestart={restart} />
        </Suspense>
      ) : (
        <FirstStep key={ends} onSignedIn={onSignedIn} onStart={onStart} onAttempt={setAttempt} notice={restarted} />
      )}
    </SignInFrame>
  );
}

type FirstProps = Props & {
  onAttempt: (attempt: SignInAttempt) => void;
  /** Why it starts again. */
  notice: string | undefined;
};

function FirstStep({ onSignedIn, onStart, onAttempt, notice }: FirstProps) {
  const { t } = useTranslation('entry');
  const [wasRefused] = useState(() => session.wasRefused());
  const reason = notice ?? (wasRefused ? t('session.refused') : undefined);
  const username = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const { state, submit, submitPasskey } = useSignIn({ username, password }, { onSignedIn, onAttempt });
  useEffect(() => username.current?.focus(), []);
  const missing = state.is === 'incomplete' ? state.missing : [];
  const isBusy = state.is === 'busy';
  return (
    <>
      <h1>{t('login.title')}</h1>
      <p className="mute">{t('login.purpose')}</p>
      <form onSubmit={submit} onInput={onStart} noValidate className="login-form">
        <TextInput
          ref={username}
          name="username"
          label={t('login.username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={missing.includes('username') && t('login.usernameMissing')}
        />
        <PasswordInput
          ref={password}
          name="password"
          label={t('login.password')}
          autoComplete="current-password"
          error={missing.includes('password') && t('login.passwordMissing')}
          visibilityToggleIcon={({ reveal }) =>
            reveal ? <IconEyeOff size={17} stroke={1.7} /> : <IconEye size={17} stroke={1.7} />
          }
          visibilityToggleFocusable
          visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
        />
        <div role="alert" className="login-error">
          {state.is === 'failed' && <p>{state.detail ?? t('login.failed')}</p>}
          {state.is === 'failed' && state.reason && <p className="mute">{state.reason}</p>}
          {state.is === 'idle' && reason && <p>{reason}</p>}
        </div>
        <Button type="submit" fullWidth loading={isBusy}>
          {isBusy ? t('login.busy') : t('login.submit')}
        </Button>
      </form>
      <div className="login-other">
        <SingleSignOnButton />
        {typeof window.PublicKeyCredential === 'function' && (
          <Button variant="default" fullWidth onClick={submitPasskey} disabled={isBusy}>
            {t('login.passkey')}
          </Button>
        )}
        <a href="/forgotten-password">{t('login.forgotten')}</a>
      </div>
    </>
  );
}
