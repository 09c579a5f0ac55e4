import { cylinders, keys, type LockingPlanContent, lockingPlans } from '@key2xs/contract';
import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '#lib/calls/api-error';
import { call } from '#lib/calls/call';
import { useCall } from '../calls/endpoint-calls';
import { keyOf } from '../calls/refetching';

/** Uploading and reading a large plan is slow. */
const timeoutMs = 120_000;

/** The stored plan of a key system; null when it has none. */
export const lockingPlanQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(lockingPlans.get, id),
    queryFn: ({ signal }) =>
      call(lockingPlans.get, { params: { id } }, { signal, timeoutMs }).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'not_found') return null;
        throw error;
      }),
  });

/** Some markings of this key system, for an example the administrator recognises. */
export const exampleMarkingsQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(cylinders.list, 'example-markings', id),
    queryFn: async ({ signal }) => {
      const some = { connection_id: id, limit: 4 };
      const [doors, held] = await Promise.all([
        call(cylinders.list, { query: some }, { signal }),
        call(keys.list, { query: some }, { signal }),
      ]);
      return { cylinders: doors.items.map(({ marking }) => marking), keys: held.items.map(({ marking }) => marking) };
    },
    staleTime: 60_000,
  });

/** Returns the content of a sheet; stores nothing. */
export const usePreviewLockingPlan = (id: string) =>
  useCall(lockingPlans.upload, (file: File) => ({ params: { id }, body: { file } }), { timeoutMs });

type NewPlan = {
  content: LockingPlanContent;
  /** Version of the plan to be replaced. */
  version: number | undefined;
};

/** Changes nothing after a concurrent change (version_conflict). */
export const useStoreLockingPlan = (id: string) =>
  useCall(
    lockingPlans.store,
    ({ content }: NewPlan) => ({ params: { id }, body: content }),
    ({ version }: NewPlan) => ({ timeoutMs, ...(version !== undefined && { ifMatch: version }) }),
  );

export const useDeleteLockingPlan = (id: string) => useCall(lockingPlans.remove, () => ({ params: { id } }));
