import { type Input, type LogDestination, type LogDestinationFields, logDestinations } from '@key2xs/contract';
import { queryOptions } from '@tanstack/react-query';
import { endpointQuery, useCall } from './calls/endpoint-calls';

const pollMs = 10_000;

/** Where the administration log is forwarded to, the oldest first; read again while something waits. */
export const logDestinationsQuery = queryOptions({
  ...endpointQuery(logDestinations.list, ['all'], {}),
  refetchInterval: ({ state: { data } }) => (data?.items.some(({ waiting }) => waiting > 0) ? pollMs : false),
});

type Versioned = Pick<LogDestination, 'id' | 'version'>;

export const useCreateLogDestination = () =>
  useCall(logDestinations.create, (body: Input<typeof logDestinations.create>['body']) => ({ body }));

/** Changes nothing after a concurrent change (version_conflict). */
export const useUpdateLogDestination = () =>
  useCall(
    logDestinations.update,
    ({ destination: { id }, fields: body }: { destination: Versioned; fields: LogDestinationFields }) => ({
      params: { id },
      body,
    }),
    ({ destination: { version } }) => ({ ifMatch: version }),
  );

export const useRemoveLogDestination = () =>
  useCall(
    logDestinations.remove,
    ({ id }: Versioned) => ({ params: { id } }),
    ({ version }) => ({ ifMatch: version }),
  );

/** The receiver has 30 seconds. */
const testMs = 40_000;

export const useTestLogDestination = () =>
  useCall(logDestinations.sendTest, (id: string) => ({ params: { id } }), { timeoutMs: testMs });
