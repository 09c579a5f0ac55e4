import { type EntraSetup, entraSetup, type Input, mappings } from '@key2xs/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#lib/calls/call';
import { endpointQuery } from './endpoint-calls';

/** In which ways Entra ID can be connected, and what the viewer has begun. */
export const entraOptionsQuery = endpointQuery(entraSetup.options, ['options'], {});

/** Milliseconds until it is asked for again: somebody consents elsewhere, and the checks run by themselves. */
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

/** The answer is how the set-up stands from then on. */
function useSetupCall<T>(send: (sent: T) => Promise<EntraSetup>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (setup) => void client.setQueryData(entraSetupQuery(setup.session).queryKey, setup),
  });
}

type Begun = Omit<Input<typeof entraSetup.initiate>['body'], 'origin'>;

export const useInitiateEntra = () =>
  useSetupCall((body: Begun) => call(entraSetup.initiate, { body: { ...body, origin: window.location.origin } }));

/** What Microsoft sent back with the browser, once. */
export const useAnswerOfEntra = () =>
  useSetupCall((body: Input<typeof entraSetup.answer>['body']) => call(entraSetup.answer, { body }));

type Entered = { session: string; body: Input<typeof entraSetup.enter>['body'] };

export const useEnterEntra = () =>
  useSetupCall(({ session, body }: Entered) => call(entraSetup.enter, { params: { session }, body }));

type Completed = { session: string; body: Input<typeof entraSetup.complete>['body'] };

export const useCompleteEntra = () =>
  useSetupCall(({ session, body }: Completed) => call(entraSetup.complete, { params: { session }, body }));

/** Goes on even if the server cannot be told: an open set-up expires by itself. */
export const useCancelEntra = () =>
  useMutation({
    mutationFn: (session: string) => call(entraSetup.cancel, { params: { session } }).catch(() => undefined),
  });

/** What can be mapped, with sample values. Asks the source. */
export const sourceSchemaQuery = (id: string) =>
  queryOptions({
    ...endpointQuery(mappings.schema, ['schema', id], { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
