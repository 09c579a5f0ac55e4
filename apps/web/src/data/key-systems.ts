import {
  AnyKeySystemList,
  AnyTestAnswer,
  type InventoryLoss,
  type KeySystemConnection,
  type KeySystemUpdate,
  keySystems,
} from '@key2xs/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { type CallOptions, call } from '#lib/calls/call';
import { failedTo } from '#lib/calls/failed-to';

/** @throws Error without an id, worded as in the specification */
function required(id: string, purpose: string): { id: string } {
  if (id === '') throw new Error(`Connection ID is required to ${purpose}.`);
  return { id };
}

/** A site has a handful of key systems; one page of this size holds them all. */
const all = { page: 0, size: 100 };

const anyList = { ...keySystems.list, response: AnyKeySystemList };
const anyTest = { ...keySystems.test, response: AnyTestAnswer };

export const listKeySystems = async (options: CallOptions) => (await call(anyList, { query: all }, options)).items;

/** Every key system, by name. */
export const keySystemsQuery = queryOptions({
  queryKey: ['key-systems'],
  queryFn: ({ signal }) => listKeySystems({ signal, ...failedTo('listSystems') }),
});

export const keySystemQuery = (id: string) =>
  queryOptions({
    queryKey: ['key-systems', id],
    queryFn: ({ signal }) =>
      call(
        keySystems.get,
        { params: required(id, 'get the connection details') },
        { signal, ...failedTo('getSystem') },
      ),
  });

const testPollMs = 400;

/** The last test of a key system; polls while one is running. */
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

/** The overview counts key systems too; one that is reached for the first time is being read at once. */
function useKeySystemsChanged() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: keySystemsQuery.queryKey }),
      client.invalidateQueries({ queryKey: ['overview'] }),
      client.invalidateQueries({ queryKey: ['sync-tasks'] }),
    ]);
}

export function useCreateKeySystem() {
  const onSettled = useKeySystemsChanged();
  return useMutation({
    mutationFn: ({ client_certificate_pass_phrase: passPhrase, ...values }: NewKeySystem) => {
      const protectedBy = passPhrase ? { client_certificate_pass_phrase: passPhrase } : {};
      const body = { ...values, ...protectedBy, system_type: 'CLIQ_WEB_MANAGER', is_active: true };
      return call(keySystems.create, { body }, failedTo('createSystem'));
    },
    onSettled,
  });
}

type Update = { connection: Pick<KeySystemConnection, 'id' | 'version'>; changes: z.input<typeof KeySystemUpdate> };

/** Changes nothing if somebody else changed the connection first (version_conflict). */
export function useUpdateKeySystem() {
  const onSettled = useKeySystemsChanged();
  return useMutation({
    mutationFn: ({ connection: { id, version }, changes }: Update) =>
      call(
        keySystems.update,
        { params: required(id, 'update the connection'), body: changes },
        { ifMatch: version, ...failedTo('updateSystem') },
      ),
    onSettled,
  });
}

/** Refused with constraint_violation while plans, locking plans or open work refer to the connection. */
export function useDeleteKeySystem() {
  const onSettled = useKeySystemsChanged();
  return useMutation({
    mutationFn: (id: string) =>
      call(keySystems.remove, { params: required(id, 'delete the connection') }, failedTo('deleteSystem')),
    onSettled,
  });
}

/** Calls the key system once. A peer that refuses gives status ERROR, not an exception. */
export function useTestKeySystem() {
  const onSettled = useKeySystemsChanged();
  return useMutation({
    mutationFn: (id: string) => call(anyTest, { params: required(id, 'test the connection') }, failedTo('testSystem')),
    onSettled,
  });
}

export const readInventory = (id: string) => call(keySystems.readInventory, { params: { id } });

/** Starts reading the inventory; answers the task to follow. */
export function useReadInventory() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: readInventory,
    onSettled: () => client.invalidateQueries({ queryKey: ['sync-tasks'] }),
  });
}

type Acceptance = Omit<InventoryLoss, 'known'> & { id: string; reason: string };

/** The same, but accepts once the loss that stopped the last read. */
export function useAcceptLoss() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: Acceptance) => call(keySystems.acceptLoss, { params: { id }, body }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['sync-tasks'] }),
        client.invalidateQueries({ queryKey: keySystemsQuery.queryKey }),
      ]),
  });
}
