import { type Input, type RenameFindings, renames } from '@key2xs/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#lib/calls/call';

/** What a change set of an identity source seems to rename. */
export const renamesQuery = (id: string) =>
  queryOptions({
    queryKey: ['change-sets', 'renames', id],
    queryFn: ({ signal }) => call(renames.list, { params: { id } }, { signal }),
  });

/** What carrying the rules of findings over would write. */
export const carryOverQuery = (id: string, finding_ids: string[]) =>
  queryOptions({
    queryKey: ['change-sets', 'renames', id, 'carry-over', finding_ids],
    queryFn: ({ signal }) => call(renames.preview, { params: { id }, body: { finding_ids } }, { signal }),
    staleTime: 0,
  });

type Decision = Input<typeof renames.decide>['body'] & Pick<RenameFindings, 'version'>;

/** Decides findings. @throws ApiError version_conflict; confirmation_needed with `people_gaining` */
export function useDecideRenames(id: string) {
  const client = useQueryClient();
  const stale = [['change-sets'], ['key-plans'], ['overview'], ['iam-connections'], ['sync-tasks']];
  return useMutation({
    mutationFn: ({ version, ...body }: Decision) =>
      call(renames.decide, { params: { id }, body }, { ifMatch: version }),
    onSettled: () => Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

/** Values of a source that are read as others. */
export const aliasesQuery = (id: string) =>
  queryOptions({
    queryKey: ['iam-connections', id, 'aliases'],
    queryFn: ({ signal }) => call(renames.aliases, { params: { id } }, { signal }),
  });

export function useRemoveAlias(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (alias_id: string) => call(renames.removeAlias, { params: { id, alias_id } }),
    onSettled: () => client.invalidateQueries({ queryKey: aliasesQuery(id).queryKey }),
  });
}
