import { keyPlanList, overview } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '#data/auth';
import { recordsQuery } from '#data/calls/records';
import { keySystemsQuery } from '#data/key-systems/key-systems';
import { overviewQuery } from '#data/overview';
import { iamConnectionsQuery } from '#data/sources/iam';
import { isFinished, syncTasksQuery } from '#data/tasks/sync';
import { nextStep } from './next-step';

const countOnly = { offset: 0, limit: 1 };
const anew = { refetchOnMount: 'always' } as const;

/** Sources, key systems and the next step. `isFresh`: read since this was mounted, so that no cached state remains. */
export function useNextStep() {
  const sources = useQuery({ ...iamConnectionsQuery, ...anew });
  const systems = useQuery({ ...keySystemsQuery, ...anew });
  const plans = useQuery({ ...recordsQuery(keyPlanList, { params: undefined, query: countOnly }), ...anew });
  const activePlans = useQuery({
    ...recordsQuery(keyPlanList, { params: undefined, query: { ...countOnly, is_active: 'true' } }),
    ...anew,
  });
  const { data: tasks } = useQuery(syncTasksQuery);
  const { data: stands } = useQuery({ ...overviewQuery, ...anew, enabled: useMay(overview.get) });

  const queries = [sources, systems, plans, activePlans];
  const failed = queries.find((one) => one.error && one.data === undefined)?.error ?? undefined;
  const retry = () => Promise.all(queries.filter((one) => one.error).map((one) => one.refetch()));
  if (!sources.data || !systems.data || !plans.data || !activePlans.data)
    return { failed, retry, isFresh: false, known: undefined };

  const running = tasks?.items.filter((task) => task.kind === 'inventory' && !isFinished(task)) ?? [];
  const step = nextStep({
    sources: sources.data,
    systems: systems.data,
    plans: { total: plans.data.total, active: activePlans.data.total },
    equal: stands?.recorded.key_systems.flatMap((one) => (one.state === 'equal' ? one.connection_id : [])) ?? [],
    reading: running.flatMap(({ key_system_connection_id: id }) => id ?? []),
  });
  const isFresh = queries.every((one) => one.isFetchedAfterMount);
  return { failed, retry, isFresh, known: { sources: sources.data, systems: systems.data, step } };
}
