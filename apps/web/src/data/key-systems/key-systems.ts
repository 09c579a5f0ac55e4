import {
  AnyKeySystemList,
  AnyTestAnswer,
  type InventoryLoss,
  type KeySystemConnection,
  type KeySystemUpdate,
  keySystems,
} from '@key2xs/contract';
import { queryOptions, useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { type CallOptions, call } from '#lib/calls/call';
import { failedTo } from '#lib/calls/failed-to';
import { i18n } from '#lib/i18n';
import { useCall } from '../calls/endpoint-calls';
import { keyOf } from '../calls/refetching';

/** @throws Error without an id, worded as in the specification */
export function required(id: string, purpose: string): { id: string } {
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
  queryKey: keyOf(keySystems.list),
  queryFn: ({ signal }) => listKeySystems({ signal, ...failedTo('listSystems') }),
});

/**
 * Id of the first active key system, by name.
 * @throws Error where none is active
 */
export async function findFirstActive(): Promise<string> {
  const { items } = await call(anyList, { query: { page: 0, size: 200 } }, failedTo('findActiveSystem'));
  const active = items.find(({ id, is_active }) => is_active && id !== '');
  if (!active) throw new Error(i18n.t('noActiveSystem', { ns: 'shell' }));
  return active.id;
}

export const keySystemQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(keySystems.get, id),
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
    queryKey: keyOf(keySystems.testProgress, id, 'test'),
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

export function useCreateKeySystem() {
  return useMutation({
    mutationFn: ({ client_certificate_pass_phrase: passPhrase, ...values }: NewKeySystem) => {
      const protectedBy = passPhrase ? { client_certificate_pass_phrase: passPhrase } : {};
      const body = { ...values, ...protectedBy, system_type: 'CLIQ_WEB_MANAGER', is_active: true };
      return call(keySystems.create, { body }, failedTo('createSystem'));
    },
  });
}

type Update = { connection: Pick<KeySystemConnection, 'id' | 'version'>; changes: z.input<typeof KeySystemUpdate> };

/** Changes nothing after a concurrent change (version_conflict). */
export const useUpdateKeySystem = () =>
  useCall(
    keySystems.update,
    ({ connection: { id }, changes }: Update) => ({ params: required(id, 'update the connection'), body: changes }),
    ({ connection: { version } }: Update) => ({ ifMatch: version, ...failedTo('updateSystem') }),
  );

/** Refused with constraint_violation while plans, locking plans or open work refer to the connection. */
export const useDeleteKeySystem = () =>
  useCall(
    keySystems.remove,
    (id: string) => ({ params: required(id, 'delete the connection') }),
    failedTo('deleteSystem'),
  );

/** Calls the key system once. A peer that refuses gives status ERROR, not an exception. */
export const useTestKeySystem = () =>
  useCall(anyTest, (id: string) => ({ params: required(id, 'test the connection') }), failedTo('testSystem'));

export const readInventory = (id: string) => call(keySystems.readInventory, { params: { id } });

/** Starts reading the inventory. @returns the task to follow */
export const useReadInventory = () => useMutation({ mutationFn: readInventory });

type Acceptance = Omit<InventoryLoss, 'known'> & { id: string; reason: string };

/** The same, but accepts once the loss that stopped the last read. */
export const useAcceptLoss = () =>
  useCall(keySystems.acceptLoss, ({ id, ...body }: Acceptance) => ({ params: { id }, body }));
