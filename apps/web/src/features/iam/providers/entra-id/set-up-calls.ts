import { type EntraSetup, entraSetup, type Input } from '@key2xs/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { endpointQuery } from '#data/calls/endpoint-calls';
import { call } from '#lib/calls/call';

/** The ways to connect Entra ID, and the viewer's unfinished set-ups. */
export const entraOptionsQuery = endpointQuery(entraSetup.options, ['options'], {});

/** Polls in milliseconds, because the consent happens elsewhere and the checks run on the server. */
const pollMs: Partial<Record<EntraSetup['status'], number>> = {
  awaiting_consent: 2_000,
  consent_received: 700,
  verifying: 700,
};

export const entraSetupQuery = (session: string) =>
  queryOptions({
    ...endpointQuery(entraSetup.status, [session], { params: { session } }),
    refetchInterval: ({ state }) => (state.data && pollMs[state.data.status]) ?? false,
  });

/** The answer replaces the cached set-up. */
function useSetupCall<T>(send: (sent: T) => Promise<EntraSetup>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (setup) => void client.setQueryData(entraSetupQuery(setup.session).queryKey, setup),
  });
}

type SetupStart = Omit<Input<typeof entraSetup.initiate>['body'], 'origin'>;

export const useInitiateEntra = () =>
  useSetupCall((body: SetupStart) => call(entraSetup.initiate, { body: { ...body, origin: window.location.origin } }));

/** Submits the parameters of Microsoft's redirect, once. */
export const useAnswerOfEntra = () =>
  useSetupCall((body: Input<typeof entraSetup.answer>['body']) => call(entraSetup.answer, { body }));

type Entered = { session: string; body: Input<typeof entraSetup.enter>['body'] };

export const useEnterEntra = () =>
  useSetupCall(({ session, body }: Entered) => call(entraSetup.enter, { params: { session }, body }));

type Completed = { session: string; body: Input<typeof entraSetup.complete>['body'] };

export const useCompleteEntra = () =>
  useSetupCall(({ session, body }: Completed) => call(entraSetup.complete, { params: { session }, body }));

/** Succeeds even if the server cannot be reached: an open set-up expires by itself. */
export const useCancelEntra = () =>
  useMutation({
    mutationFn: (session: string) => call(entraSetup.cancel, { params: { session } }).catch(() => undefined),
  });
