import { type SecondFactorRule, secondFactors, signInPolicy, stepUp } from '@key2xs/contract';
import { call } from '#lib/calls/call';
import { makePasskey, readPasskey } from '#lib/passkeys';
import { endpointQuery, useCall } from '../calls/endpoint-calls';

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
export const stepUpByPassword = (password: string) => call(stepUp.prove, { body: { method: 'password', password } });

export const stepUpByTotp = (code: string) => call(stepUp.prove, { body: { method: 'totp', code } });

/** The same by a passkey. @throws PasskeyFailure too */
export async function stepUpByPasskey() {
  const { options } = await call(stepUp.passkeyOptions, {});
  const response = await readPasskey(options);
  return call(stepUp.prove, { body: { method: 'passkey', response } });
}

export const signInPolicyQuery = endpointQuery(signInPolicy.get, [], {});

export const useSaveSignInPolicy = () =>
  useCall(
    signInPolicy.save,
    ({ second_factor }: { second_factor: SecondFactorRule; version: number }) => ({ body: { second_factor } }),
    ({ version }) => ({ ifMatch: version }),
  );
