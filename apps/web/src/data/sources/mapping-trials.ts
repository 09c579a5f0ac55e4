import { changeSets, iam, type Mapping, mappings } from '@key2xs/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#lib/calls/call';
import { endpointQuery, useCall } from '../calls/endpoint-calls';
import { keyOf } from '../calls/refetching';

type PreviewInput = { connectionId: string; mapping: Mapping; person: string };

/** One person, by external id, as stored and as an unsaved mapping would make them. */
export const personPreviewQuery = ({ connectionId, mapping, person }: PreviewInput) =>
  queryOptions({
    ...endpointQuery(iam.previewMapping, ['preview', connectionId, 'person', mapping, person], {
      params: { id: connectionId },
      body: { mapping, person },
    }),
    placeholderData: keepPreviousData,
  });

type Simulated = { connectionId: string; mapping: Mapping; read: boolean };

/** Starts a dry run with an unsaved mapping. @returns the task to follow */
export const useSimulateMapping = () =>
  useCall(mappings.simulate, ({ connectionId, ...body }: Simulated) => ({ params: { id: connectionId }, body }));

/** The fields of people that a change set changes, with examples. */
export const changedFieldsQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(changeSets.fields, 'fields', id),
    queryFn: async ({ signal }) => (await call(changeSets.fields, { params: { id } }, { signal })).items,
  });

/** Versions of the mapping, newest first. */
export const mappingVersionsQuery = (connectionId: string) =>
  queryOptions({
    queryKey: keyOf(mappings.versions, connectionId, 'mapping-versions'),
    queryFn: async ({ signal }) => (await call(mappings.versions, { params: { id: connectionId } }, { signal })).items,
  });
