import type { SignInAttempt } from '@key2xs/contract';
import { type FormEvent, type RefObject, useState } from 'react';
import { ApiError } from '#lib/calls/api-error';
import { loadChunk } from '#lib/chunk';

type Field = 'username' | 'password';

export type SignInState =
  | { is: 'idle' }
  | { is: 'incomplete'; missing: Field[] }
  | { is: 'busy' }
  /** `detail` comes from the server, or says that it gave none; `reason` is set when it did not answer. */
  | { is: 'failed'; detail?: string; reason?: string };

type Input = RefObject<HTMLInputElement | null>;
type Outcome = {
  onSignedIn: () => Promise<unknown>;
  /** The password was right, and a second factor is needed. */
  onAttempt: (attempt: SignInAttempt) => void;
};

// Loaded on the first attempt, to keep the page small.
const loadSteps = () => loadChunk('SecondStep', () => import('./lazy-steps'));

/** Signs in with the values of two fields, and focuses the field to correct; or by a passkey alone. */
export function useSignIn({ username, password }: Record<Field, Input>, { onSignedIn, onAttempt }: Outcome) {
  const [state, setState] = useState<SignInState>({ is: 'idle' });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (state.is === 'busy') return;
    const name = username.current?.value.trim() ?? '';
    const secret = password.current?.value ?? '';
    const missing: Field[] = [...(name ? [] : ['username' as const]), ...(secret ? [] : ['password' as const])];
    if (missing.length > 0) {
      setState({ is: 'incomplete', missing });
      (missing[0] === 'username' ? username : password).current?.focus();
      return;
    }
    setState({ is: 'busy' });
    try {
      const { signIn } = await loadChunk('sign-in', () => import('#data/auth'));
      await signIn(name, secret);
      await onSignedIn();
    } catch (error) {
      if (error instanceof ApiError && error.problem.sign_in) return onAttempt(error.problem.sign_in);
      setState(failureOf(error));
      password.current?.focus();
      password.current?.select();
    }
  };

  const submitPasskey = async () => {
    setState({ is: 'busy' });
    try {
      await (await loadSteps()).signInByPasskey();
      await onSignedIn();
    } catch (error) {
      const detail = await loadSteps()
        .then(({ passkeyWords }) => passkeyWords(error))
        .catch(() => undefined);
      setState(detail === undefined ? failureOf(error) : { is: 'failed', detail });
    }
  };

  return { state, submit: (event: FormEvent) => void submit(event), submitPasskey: () => void submitPasskey() };
}

function failureOf(error: unknown): SignInState {
  if (error instanceof ApiError) return { is: 'failed', detail: error.detail };
  return { is: 'failed', reason: error instanceof Error ? error.message : undefined };
}
