import { auth, type SecondFactorRule, secondFactors, signInPolicy } from '@key2xs/contract';
import { call } from '#lib/calls/call';
import { makePasskey, readPasskey } from '#lib/passkeys';
import { endpointQuery, useCall } from './calls/endpoint-calls';

export const secondFactorsQuery = endpointQuery(secondFactors.list, [], {});

export const setUpTotp = () => call(secondFactors.setUpTotp, {});

/** @returns recovery codes, with the first second factor */
export const confirmTotp = async (code: string) =>
  (await call(secondFactors.confirmTotp, { body: { code } })).recovery_codes;

/** @returns recovery codes, with the first second factor */
export async function addPasskey(name: string): Promise<string[] | null> {
  const { options } = await call(secondFactors.passkeyOptions, {});
  const response = await makePasskey(options);
  return (await call(secondFactors.addPasskey, { body: { name, response } })).recovery_codes;
}

export const useRemoveTotp = () => useCall(secondFactors.removeTotp, () => ({}));

export const useRenamePasskey = () =>
  useCall(secondFactors.renamePasskey, ({ id, name }: { id: string; name: string }) => ({
    params: { id },
    body: { name },
  }));

export const useRemovePasskey = () => useCall(secondFactors.removePasskey, (id: string) => ({ params: { id } }));

export const useCreateRecoveryCodes = () => useCall(secondFactors.createRecoveryCodes, () => ({}));

/** Proves again who holds this session. @throws ApiError invalid_credentials, too_many_attempts; ConnectionError */
export const stepUpByPassword = (password: string) => call(auth.stepUp, { body: { method: 'password', password } });

export const stepUpByTotp = (code: string) => call(auth.stepUp, { body: { method: 'totp', code } });

/** The same by a passkey. @throws PasskeyFailure too */
export async function stepUpByPasskey() {
  const { options } = await call(auth.stepUpPasskeyOptions, {});
  const response = await readPasskey(options);
  return call(auth.stepUp, { body: { method: 'passkey', response } });
}

export const signInPolicyQuery = endpointQuery(signInPolicy.get, [], {});

export const useSaveSignInPolicy = () =>
  useCall(
    signInPolicy.save,
    ({ second_factor }: { second_factor: SecondFactorRule; version: number }) => ({ body: { second_factor } }),
    ({ version }) => ({ ifMatch: version }),
  );
