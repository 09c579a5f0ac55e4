import { clientCertificates, keySystems } from '@key2xs/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/calls/call';
import { useCall } from '../calls/endpoint-calls';
import { keyOf } from '../calls/refetching';

type Certificate = { id: string; certificate_id: string };

/** The last test of a connection with one of its certificates. */
export const certificateTestQuery = ({ id, certificate_id }: Certificate) =>
  queryOptions({
    queryKey: keyOf(keySystems.testProgress, id, 'test', certificate_id),
    queryFn: async ({ signal }) =>
      (await call(keySystems.testProgress, { params: { id }, query: { certificate_id } }, { signal })).test,
  });

type NewCertificate = { id: string; files: readonly File[]; passPhrase: string };

/** Stores a standby certificate. It is not used yet. */
export const useAddCertificate = () =>
  useCall(clientCertificates.add, ({ id, files, passPhrase }: NewCertificate) => ({
    params: { id },
    body: { certificate_file: [...files], pass_phrase: passPhrase || undefined },
  }));

/** Tests the connection with the standby certificate. A refusal by the peer is a result, not an error. */
export const useTestCertificate = () => useCall(clientCertificates.test, (params: Certificate) => ({ params }));

/** Swaps the active and the standby certificate. */
export const useActivateCertificate = () => useCall(clientCertificates.activate, (params: Certificate) => ({ params }));

export const useRemoveCertificate = () => useCall(clientCertificates.remove, (params: Certificate) => ({ params }));
