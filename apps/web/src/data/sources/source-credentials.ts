import { type Input, sourceCredentials } from '@key2xs/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/calls/call';
import { useCall } from '../endpoint-calls';
import { keyOf } from '../refetching';

/** Secrets and certificates of an identity source, the active one first. */
export const sourceCredentialsQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(sourceCredentials.list, id, 'credentials'),
    queryFn: async ({ signal }) => (await call(sourceCredentials.list, { params: { id } }, { signal })).items,
  });

const rarelyMs = 30 * 60_000;

/** Credentials in use that end within 60 days, the most urgent first. */
export const credentialWarningsQuery = queryOptions({
  queryKey: keyOf(sourceCredentials.warnings),
  queryFn: async ({ signal }) => (await call(sourceCredentials.warnings, {}, { signal })).items,
  refetchInterval: rarelyMs,
});

/** Marks all current warnings as seen by the signed-in person, until they become more urgent. */
export const useMarkCredentialWarningsSeen = () => useCall(sourceCredentials.markWarningsSeen, () => ({}));

/** Going through a connection makes several calls outside. */
const diagnosisMs = 120_000;

export const useAddSourceCertificate = (id: string) =>
  useCall(sourceCredentials.addCertificate, (body: Input<typeof sourceCredentials.addCertificate>['body']) => ({
    params: { id },
    body,
  }));

export const useAddSourceSecret = (id: string) =>
  useCall(sourceCredentials.addSecret, (body: Input<typeof sourceCredentials.addSecret>['body']) => ({
    params: { id },
    body,
  }));

/** Goes through the connection with one credential; runs go on with the active one. */
export const useTestSourceCredential = (id: string) =>
  useCall(sourceCredentials.test, (credential_id: string) => ({ params: { id, credential_id } }), {
    timeoutMs: diagnosisMs,
  });

export const useActivateSourceCredential = (id: string) =>
  useCall(sourceCredentials.activate, (credential_id: string) => ({ params: { id, credential_id } }));

export const useRemoveSourceCredential = (id: string) =>
  useCall(sourceCredentials.remove, (credential_id: string) => ({ params: { id, credential_id } }));

/** Goes through the connection step by step. What is wrong is a result, not an error. */
export const useDiagnoseSource = (id: string) =>
  useCall(sourceCredentials.diagnose, () => ({ params: { id } }), { timeoutMs: diagnosisMs });
