import { type KeySystemConnection, type KeySystemUpdate, keySystems } from '@key2xs/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '#lib/call';

/** A site has a handful of key systems; one page of this size holds them all. */
const all = { page: 0, size: 200 };

/** Every key system, by name. */
export const keySystemsQuery = queryOptions({
  queryKey: ['key-systems'],
  queryFn: async ({ signal }) => (await call(keySystems.list, { query: all }, { signal })).items,
});

export const keySystemQuery = (id: string) =>
  queryOptions({
    queryKey: ['key-systems', id],
    queryFn: ({ signal }) => call(keySystems.get, { params: { id } }, { signal }),
  });

const testPollMs = 400;

/** The last test of a key system; while one is under way, how far it is, asked again and again. */
export const keySystemTestQuery = (id: string, isRunning: boolean) =>
  queryOptions({
    queryKey: ['key-systems', id, 'test'],
    queryFn: async ({ signal }) =>
      (await call(keySystems.testProgress, { params: { id }, query: {} }, { signal })).test,
    refetchInterval: isRunning && testPollMs,
  });

export type NewKeySystem = {
  name: string;
  description?: string;
  cliq_api_url: string;
  domain_name: string;
  client_certificate_bundle_pem_file: File | File[];
  client_certificate_pass_phrase?: string;
};

/** What the overview counts changes with the list. */
function useKeySystemsChanged() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: keySystemsQuery.queryKey }),
      client.invalidateQueries({ queryKey: ['overview'] }),
    ]);
}

export function useCreateKeySystem() {
  const onSettled = useKeySystemsChanged();
  return useMutation({
    mutationFn: (body: NewKeySystem) => call(keySystems.create, { body: { ...body, system_type: 'CLIQ_WEB_MANAGER' } }),
    onSettled,
  });
}

type Update = { connection: Pick<KeySystemConnection, 'id' | 'version'>; changes: z.input<typeof KeySystemUpdate> };

/** Changes nothing when somebody else changed the connection meanwhile (version_conflict). */
export function useUpdateKeySystem() {
  const onSettled = useKeySystemsChanged();
  return useMutation({
    mutationFn: ({ connection: { id, version }, changes }: Update) =>
      call(keySystems.update, { params: { id }, body: changes }, { ifMatch: version }),
    onSettled,
  });
}

/** Refused with constraint_violation while key plans or change sets refer to the connection. */
export function useDeleteKeySystem() {
  const onSettled = useKeySystemsChanged();
  return useMutation({
    mutationFn: (id: string) => call(keySystems.remove, { params: { id } }),
    onSettled,
  });
}

/** Calls the key system once; a peer that refuses is an answer with status ERROR, not a failure. */
export function useTestKeySystem() {
  const onSettled = useKeySystemsChanged();
  return useMutation({
    mutationFn: (id: string) => call(keySystems.test, { params: { id } }),
    onSettled,
  });
}

/** Starts a task that fills the mirror; answers the task to follow. */
export function useReadInventory() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(keySystems.readInventory, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['sync-tasks'] }),
  });
}
