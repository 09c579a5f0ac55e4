import type { invitations, Output } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkInvitation } from '#data/sign-in/invitation';
import { ApiError } from '#lib/calls/api-error';
import { formatInstant } from '#lib/format';
import { Failure, Loading } from '#ui/page-states';
import { ForLinkToken } from './for-link-token';
import { RegistrationForm } from './registration-form';
import { SignInFrame } from './sign-in-frame';
import { SingleSignOnButton } from './single-sign-on-button';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';

type Given = Output<typeof invitations.check>;
type State =
  | { is: 'loading' }
  | { is: 'incomplete' | 'ended' }
  | { is: 'failed'; error: Error }
  | { is: 'open'; given: Given }
  /** The account exists, but signing in takes another step. */
  | { is: 'registered'; username: string };

/** The target of an invitation: says what for, and creates the account. There is no query client here. */
export const InvitationPage = () => <ForLinkToken>{(token) => <Invitation token={token} />}</ForLinkToken>;

function Invitation({ token }: { token: string }) {
  const { t } = useTranslation(['invitation', 'entry']);
  const navigate = useNavigate();
  const [state, setState] = useState<State>(token ? { is: 'loading' } : { is: 'incomplete' });
  const end = useCallback(() => setState({ is: 'ended' }), []);
  const read = useCallback(async () => {
    try {
      setState({ is: 'open', given: await checkInvitation(token) });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'link_expired') end();
      else if (error instanceof Error) setState({ is: 'failed', error });
    }
  }, [token, end]);
  useEffect(() => {
    document.title = `${t('title')} – ${t('entry:brand')}`;
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
      {state.is === 'registered' && <Ending title={t('done', { username: state.username })} hint={t('doneHint')} />}
      {state.is === 'open' && (
        <>
          <Purpose given={state.given} />
          <RegistrationForm
            token={token}
            onSignedIn={() => navigate({ to: '/dashboards/start' })}
            onRegistered={(username) => setState({ is: 'registered', username })}
            onEnded={end}
          />
          <div className="login-other">
            <SingleSignOnButton invitationToken={token} />
          </div>
        </>
      )}
    </SignInFrame>
  );
}

function Purpose({ given: { name, role, roles, expires_at } }: { given: Given }) {
  const { t } = useTranslation('invitation');
  const what = role === 'superadmin' ? t('superadmin') : roles.length > 0 ? t('subadmin', { roles }) : t('withoutRole');
  return (
    <>
      <h1>{name ? t('welcome', { name }) : t('title')}</h1>
      <p className="mute">
        {what} {t('until', { when: formatInstant(expires_at) })}
      </p>
    </>
  );
}

function Ending({ title, hint }: { title: string; hint: string }) {
  const { t } = useTranslation('invitation');
  return (
    <div role="status">
      <h1>{title}</h1>
      <p className="mute">{hint}</p>
      <div className="login-form">
        <Button fullWidth renderRoot={(props) => <Link to="/login" {...props} />}>
          {t('signIn')}
        </Button>
      </div>
    </div>
  );
}
