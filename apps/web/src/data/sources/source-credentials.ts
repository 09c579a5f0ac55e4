import { type Input, sourceCredentials } from '@key2xs/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/calls/call';
import { useCall } from '../calls/endpoint-calls';
import { keyOf } from '../calls/refetching';

/** Secrets and certificates of an identity source, the active one first. */
export const sourceCredentialsQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(sourceCredentials.list, id, 'credentials'),
    queryFn: async ({ signal }) => (await call(sourceCredentials.list, { params: { id } }, { signal })).items,
  });

/** A connection test makes several external calls. */
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

/** Tests the connection with one credential; runs continue with the active one. */
export const useTestSourceCredential = (id: string) =>
  useCall(sourceCredentials.test, (credential_id: string) => ({ params: { id, credential_id } }), {
    timeoutMs: diagnosisMs,
  });

export const useActivateSourceCredential = (id: string) =>
  useCall(sourceCredentials.activate, (credential_id: string) => ({ params: { id, credential_id } }));

export const useRemoveSourceCredential = (id: string) =>
  useCall(sourceCredentials.remove, (credential_id: string) => ({ params: { id, credential_id } }));

/** Tests the connection step by step. A problem is a result, not an error. */
export const useDiagnoseSource = (id: string) =>
  useCall(sourceCredentials.diagnose, () => ({ params: { id } }), { timeoutMs: diagnosisMs });
