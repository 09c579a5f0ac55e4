import { type Input, type RenameFindings, renames } from '@key2xs/contract';
import { queryOptions } from '@tanstack/react-query';
import { endpointQuery, useCall } from '../calls/endpoint-calls';

/** Probable renames in a change set of an identity source. */
export const renamesQuery = (id: string) => endpointQuery(renames.list, ['renames', id], { params: { id } });

/** The edits that carrying over the rules of findings would make. */
export const carryOverQuery = (id: string, finding_ids: string[]) =>
  queryOptions({
    ...endpointQuery(renames.preview, ['renames', id, 'carry-over', finding_ids], {
      params: { id },
      body: { finding_ids },
    }),
    staleTime: 0,
  });

type Decision = Input<typeof renames.decide>['body'] & Pick<RenameFindings, 'version'>;

/** Decides findings. @throws ApiError version_conflict; confirmation_needed with `people_gaining` */
export const useDecideRenames = (id: string) =>
  useCall(
    renames.decide,
    ({ version: _, ...body }: Decision) => ({ params: { id }, body }),
    ({ version }: Decision) => ({ ifMatch: version }),
  );

/** Values of a source that are read as other values. */
export const aliasesQuery = (id: string) => endpointQuery(renames.aliases, [id, 'aliases'], { params: { id } });

export const useRemoveAlias = (id: string) =>
  useCall(renames.removeAlias, (alias_id: string) => ({ params: { id, alias_id } }));
