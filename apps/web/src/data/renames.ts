import { type Input, type RenameFindings, renames } from '@key2xs/contract';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '#lib/calls/call';
import { keyOf } from './refetching';

/** What a change set of an identity source seems to rename. */
export const renamesQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(renames.list, 'renames', id),
    queryFn: ({ signal }) => call(renames.list, { params: { id } }, { signal }),
  });

/** What carrying the rules of findings over would write. */
export const carryOverQuery = (id: string, finding_ids: string[]) =>
  queryOptions({
    queryKey: keyOf(renames.preview, 'renames', id, 'carry-over', finding_ids),
    queryFn: ({ signal }) => call(renames.preview, { params: { id }, body: { finding_ids } }, { signal }),
    staleTime: 0,
  });

type Decision = Input<typeof renames.decide>['body'] & Pick<RenameFindings, 'version'>;

/** Decides findings. @throws ApiError version_conflict; confirmation_needed with `people_gaining` */
export const useDecideRenames = (id: string) =>
  useMutation({
    mutationFn: ({ version, ...body }: Decision) =>
      call(renames.decide, { params: { id }, body }, { ifMatch: version }),
  });

/** Values of a source that are read as others. */
export const aliasesQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(renames.aliases, id, 'aliases'),
    queryFn: ({ signal }) => call(renames.aliases, { params: { id } }, { signal }),
  });

export const useRemoveAlias = (id: string) =>
  useMutation({ mutationFn: (alias_id: string) => call(renames.removeAlias, { params: { id, alias_id } }) });
