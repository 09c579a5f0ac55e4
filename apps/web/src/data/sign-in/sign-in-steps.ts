import { auth, type Session, type SignInAttempt, signIn } from '@key2xs/contract';
import { call } from '#lib/calls/call';
import { makePasskey, readPasskey } from '#lib/passkeys';
import { session } from '#lib/session';

/** Stores a session whose holder is not known yet, and asks for the name. */
export async function beginSession(granted: Session): Promise<Session> {
  session.signIn(granted, '');
  const { username } = await call(auth.me, {});
  session.signIn(granted, username);
  return granted;
}

/** Signs in by a passkey alone. @throws ApiError; ConnectionError; PasskeyFailure */
export async function signInByPasskey(): Promise<Session> {
  const { options } = await call(signIn.passkeyOptions, {});
  const response = await readPasskey(options);
  return beginSession(await call(signIn.byPasskey, { body: { response } }));
}

/**
 * The steps that end a sign-in or set up a second factor within it. Each throws ApiError (`sign_in_ended`: start again),
 * ConnectionError, and those with a passkey PasskeyFailure.
 */
export function stepsOf({ token: sign_in_token }: Pick<SignInAttempt, 'token'>) {
  return {
    answerTotp: async (code: string) => beginSession(await call(signIn.totp, { body: { sign_in_token, code } })),
    answerRecoveryCode: async (code: string) =>
      beginSession(await call(signIn.recoveryCode, { body: { sign_in_token, code } })),
    answerPasskey: async () => {
      const { options } = await call(signIn.secondPasskeyOptions, { body: { sign_in_token } });
      const response = await readPasskey(options);
      return beginSession(await call(signIn.secondPasskey, { body: { sign_in_token, response } }));
    },
    setUpTotp: () => call(signIn.setUpTotp, { body: { sign_in_token } }),
    confirmTotp: async (code: string) =>
      (await call(signIn.confirmTotp, { body: { sign_in_token, code } })).recovery_codes,
    addPasskey: async (name: string) => {
      const { options } = await call(signIn.newPasskeyOptions, { body: { sign_in_token } });
      const response = await makePasskey(options);
      return (await call(signIn.addPasskey, { body: { sign_in_token, name, response } })).recovery_codes;
    },
    finish: async () => beginSession(await call(signIn.finish, { body: { sign_in_token } })),
  };
}
export type SignInSteps = ReturnType<typeof stepsOf>;
