import { acting } from '@key2xs/contract';
import { useMutation } from '@tanstack/react-query';
import { call } from '#lib/calls/call';
import { startActing } from '#lib/session';
import { endpointQuery } from './calls/endpoint-calls';

/** The administrators for whom the signed-in user may act now. */
export const deputyshipsQuery = endpointQuery(acting.deputyships, ['deputyships'], {});

/** Acts for another administrator, in this tab. */
export const useActFor = () =>
  useMutation({
    mutationFn: async (admin_id: string) => startActing(await call(acting.actFor, { body: { admin_id } })),
  });
