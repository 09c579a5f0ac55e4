import { type Input, sourceCredentials } from '@key2xs/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#lib/calls/call';

/** Secrets and certificates of an identity source, the active one first. */
export const sourceCredentialsQuery = (id: string) =>
  queryOptions({
    queryKey: ['source-status', id, 'credentials'],
    queryFn: async ({ signal }) => (await call(sourceCredentials.list, { params: { id } }, { signal })).items,
  });

/** Going through a connection makes several calls outside. */
const diagnosisMs = 120_000;

function useCredentialCall<Sent, T>(id: string, send: (sent: Sent) => Promise<T>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSettled: () => client.invalidateQueries({ queryKey: ['source-status', id] }),
  });
}

export const useAddSourceCertificate = (id: string) =>
  useCredentialCall(id, (body: Input<typeof sourceCredentials.addCertificate>['body']) =>
    call(sourceCredentials.addCertificate, { params: { id }, body }),
  );

export const useAddSourceSecret = (id: string) =>
  useCredentialCall(id, (body: Input<typeof sourceCredentials.addSecret>['body']) =>
    call(sourceCredentials.addSecret, { params: { id }, body }),
  );

/** Goes through the connection with one credential; runs go on with the active one. */
export const useTestSourceCredential = (id: string) =>
  useCredentialCall(id, (credential_id: string) =>
    call(sourceCredentials.test, { params: { id, credential_id } }, { timeoutMs: diagnosisMs }),
  );

export const useActivateSourceCredential = (id: string) =>
  useCredentialCall(id, (credential_id: string) => call(sourceCredentials.activate, { params: { id, credential_id } }));

export const useRemoveSourceCredential = (id: string) =>
  useCredentialCall(id, (credential_id: string) => call(sourceCredentials.remove, { params: { id, credential_id } }));

/** Goes through the connection step by step. What is wrong is a result, not an error. */
export const useDiagnoseSource = (id: string) =>
  useCredentialCall(id, () => call(sourceCredentials.diagnose, { params: { id } }, { timeoutMs: diagnosisMs }));
