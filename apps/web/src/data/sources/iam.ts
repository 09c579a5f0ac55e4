import { type IamConnection, type Input, iam, type Mapping } from '@key2xs/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#lib/calls/call';
import { failedTo } from '#lib/calls/failed-to';
import { whenAbsent } from '#lib/calls/when-absent';
import { endpointQuery, useCall } from '../calls/endpoint-calls';
import { keyOf } from '../calls/refetching';

/** Enough for the largest list over a slow line. */
const UPLOAD_MS = 10 * 60_000;

/** Every identity source, by name; an installation has a handful. */
export const iamConnectionsQuery = queryOptions({
  queryKey: keyOf(iam.list),
  queryFn: ({ signal }) => call(iam.list, { query: { skip: 0, limit: 100 } }, { signal, ...failedTo('listSources') }),
});

export const iamConnectionQuery = (id: string) => endpointQuery(iam.get, [id], { params: { id } });

/** The most recent staff list; null when there is none. */
export const latestStaffListQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(iam.latestStaffList, 'list', id),
    queryFn: ({ signal }) => whenAbsent(call(iam.latestStaffList, { params: { id } }, { signal }), null),
  });

/** The first five people of the latest list as a mapping would read them. */
export const mappingPreviewQuery = (id: string, mapping: Mapping) =>
  queryOptions({
    queryKey: keyOf(iam.previewMapping, 'preview', id, mapping),
    queryFn: async ({ signal }) =>
      (await call(iam.previewMapping, { params: { id }, body: { mapping } }, { signal })).people,
    placeholderData: keepPreviousData,
  });

export function useCreateIamConnection() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Input<typeof iam.create>['body']) => call(iam.create, { body }),
    onSuccess: (created) => {
      client.setQueryData(iamConnectionQuery(created.id).queryKey, created);
    },
  });
}

type Update = { connection: Pick<IamConnection, 'id' | 'version'>; changes: Input<typeof iam.update>['body'] };

/** Changes nothing after a concurrent change (version_conflict). */
export const useUpdateIamConnection = () =>
  useCall(
    iam.update,
    ({ connection: { id }, changes }: Update) => ({ params: { id }, body: changes }),
    ({ connection: { version } }: Update) => ({ ifMatch: version }),
  );

type Grace = { connection: Update['connection']; grace_days: number };

/** The grace period in days: people who return within it are recognised. */
export const useSetGrace = () =>
  useCall(
    iam.setGrace,
    ({ connection: { id }, grace_days }: Grace) => ({ params: { id }, body: { grace_days } }),
    ({ connection: { version } }: Grace) => ({ ifMatch: version }),
  );

/** Refused with constraint_violation while people or key plans refer to the source. */
export const useDeleteIamConnection = () => useCall(iam.remove, (id: string) => ({ params: { id } }));

/** Imports nothing; returns the content of the file. */
export const useUploadStaffList = () =>
  useCall(iam.uploadStaffList, ({ id, file }: { id: string; file: File }) => ({ params: { id }, body: { file } }), {
    timeoutMs: UPLOAD_MS,
  });

/** Stores which column feeds which field, from the next run on. */
export const useSaveMapping = () =>
  useCall(iam.saveMapping, ({ id, mapping }: { id: string; mapping: Mapping }) => ({ params: { id }, body: mapping }));

/** @throws Error without an id, worded as in the specification */
export async function readSource({ id, isDryRun }: { id: string; isDryRun: boolean }) {
  if (id === '') throw new Error('IAM Connection ID is required to trigger synchronization.');
  return call(iam.sync, { params: { id }, query: isDryRun ? { dry_run: 'true' } : {} }, failedTo('readSource'));
}

/** Starts a run over the most recent list; a dry run stops before applying. @returns the task to follow */
export const useReadSource = () => useMutation({ mutationFn: readSource });
