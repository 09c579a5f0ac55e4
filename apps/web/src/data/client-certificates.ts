import { clientCertificates, type KeySystemConnection, keySystems } from '@key2xs/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#lib/calls/call';
import { keySystemQuery } from './key-systems';

const RARELY_MS = 30 * 60_000;

/** Client certificates that end within 60 days, the most urgent first. */
export const certificateWarningsQuery = queryOptions({
  queryKey: ['certificate-warnings'],
  queryFn: async ({ signal }) => (await call(clientCertificates.warnings, {}, { signal })).items,
  refetchInterval: RARELY_MS,
});

/** Marks all current warnings as seen by the signed-in person, until they become more urgent. */
export function useMarkWarningsSeen() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(clientCertificates.markWarningsSeen, {}),
    onSettled: () => client.invalidateQueries({ queryKey: certificateWarningsQuery.queryKey }),
  });
}

type Certificate = { id: string; certificate_id: string };

/** The last test of a connection with one of its certificates. */
export const certificateTestQuery = ({ id, certificate_id }: Certificate) =>
  queryOptions({
    queryKey: ['key-systems', id, 'test', certificate_id],
    queryFn: async ({ signal }) =>
      (await call(keySystems.testProgress, { params: { id }, query: { certificate_id } }, { signal })).test,
  });

/** The answer is the connection as it is afterwards; list, overview and warnings follow. */
function useCertificatesChanged() {
  const client = useQueryClient();
  return {
    onSuccess: (connection: KeySystemConnection) => {
      client.setQueryData(keySystemQuery(connection.id).queryKey, connection);
    },
    onSettled: () =>
      Promise.all(
        [['key-systems'], ['overview'], certificateWarningsQuery.queryKey].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  };
}

type NewCertificate = { id: string; files: readonly File[]; passPhrase: string };

/** Stores a certificate beside the active one. Nothing is called with it yet. */
export function useAddCertificate() {
  const after = useCertificatesChanged();
  return useMutation({
    mutationFn: ({ id, files, passPhrase }: NewCertificate) =>
      call(clientCertificates.add, {
        params: { id },
        body: { certificate_file: [...files], pass_phrase: passPhrase || undefined },
      }),
    ...after,
  });
}

/** Tests the connection with the standby certificate. A peer that refuses is a result, not an error. */
export function useTestCertificate() {
  const { onSettled } = useCertificatesChanged();
  return useMutation({
    mutationFn: (params: Certificate) => call(clientCertificates.test, { params }),
    onSettled,
  });
}

/** Swaps the active and the standby certificate. */
export function useActivateCertificate() {
  const after = useCertificatesChanged();
  return useMutation({
    mutationFn: (params: Certificate) => call(clientCertificates.activate, { params }),
    ...after,
  });
}

export function useRemoveCertificate() {
  const after = useCertificatesChanged();
  return useMutation({
    mutationFn: (params: Certificate) => call(clientCertificates.remove, { params }),
    ...after,
  });
}
