import { keySystems, sync } from '@key2xs/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { aTask } from '../../../test/answers';
import { serve } from '../../../test/render';
import { subjectValuesQuery } from '../plans/access-rules';
import { iamConnectionsQuery, useReadSource } from '../sources/iam';
import { previewSyncOfSource, syncTaskQuery, useStartSync } from '../tasks/sync';
import {
  keySystemQuery,
  keySystemsQuery,
  useCreateKeySystem,
  useDeleteKeySystem,
  useTestKeySystem,
  useUpdateKeySystem,
} from './key-systems';
import { aKeySystem } from './key-systems.fixture';

const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);

const values = {
  name: 'Head office',
  cliq_api_url: 'https://cliq.test',
  domain_name: 'HQ',
  client_certificate_bundle_pem_file: new File(['x'], 'bundle.pem'),
};
const updateOf = (id: string) => ({ connection: { id, version: 1 }, changes: { name: 'Annexe' } });

/** Every call, for the connection with that id. */
function useCalls(id: string): Record<string, () => Promise<unknown>> {
  const [create, update] = [useCreateKeySystem(), useUpdateKeySystem()];
  const [remove, test] = [useDeleteKeySystem(), useTestKeySystem()];
  const [start, read] = [useStartSync(), useReadSource()];
  return {
    list: () => client.fetchQuery(keySystemsQuery),
    get: () => client.fetchQuery(keySystemQuery(id)),
    create: () => create.mutateAsync(values),
    update: () => update.mutateAsync(updateOf(id)),
    remove: () => remove.mutateAsync(id),
    test: () => test.mutateAsync(id),
    sources: () => client.fetchQuery(iamConnectionsQuery),
    titles: () => client.fetchQuery(subjectValuesQuery(id, 'job_function')),
    departments: () => client.fetchQuery(subjectValuesQuery(id, 'department')),
    sync: () => start.mutateAsync({ target_key_system_connection_id: id }),
    fullSync: () => start.mutateAsync({}),
    read: () => read.mutateAsync({ id, isDryRun: false }),
    syncOfSource: () => previewSyncOfSource(id),
    taskStatus: () => client.fetchQuery(syncTaskQuery(id)),
  };
}

/** A proxy's answer: not a problem document, so without `detail`. */
const answerWordlessly = () =>
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<html>Bad gateway</html>', { status: 502 })));

describe('calls about connections', () => {
  it.each([
    ['list', 'Failed to list key system connections due to an unknown error.'],
    ['get', 'Failed to get key system connection details due to an unknown error.'],
    ['create', 'Failed to create key system connection due to an unknown error.'],
    ['update', 'Failed to update key system connection details due to an unknown error.'],
    ['remove', 'Failed to delete key system connection due to an unknown error.'],
    ['test', 'Failed to test key system connection due to an unknown error.'],
    ['sources', 'Failed to list IAM connections due to an unknown error.'],
    ['titles', 'Failed to get job titles for IAM connection due to an unknown error.'],
    ['departments', 'Failed to get departments for IAM connection due to an unknown error.'],
    ['sync', 'Failed to start synchronization task.'],
    ['fullSync', 'Failed to trigger full sync.'],
    ['read', 'Failed to trigger IAM sync.'],
    ['taskStatus', 'Failed to get synchronization status.'],
    ['syncOfSource', 'Failed to retrieve an active key system connection ID.'],
  ])('report an unknown reason when %s failed', async (name, sentence) => {
    answerWordlessly();
    const { result } = renderHook(() => useCalls('01900000-0000-7000-8000-000000000001'), { wrapper });
    await expect(result.current[name]?.()).rejects.toThrow(sentence);
  });

  it.each([
    ['get', 'Connection ID is required to get the connection details.'],
    ['update', 'Connection ID is required to update the connection.'],
    ['remove', 'Connection ID is required to delete the connection.'],
    ['test', 'Connection ID is required to test the connection.'],
    ['titles', 'Connection ID is required to get the job titles.'],
    ['departments', 'Connection ID is required to get the departments.'],
    ['read', 'IAM Connection ID is required to trigger synchronization.'],
    ['syncOfSource', 'sourceIamIdentifier is required to start synchronization.'],
    ['taskStatus', 'Task ID is required to get sync status.'],
  ])('do not call %s without an id', async (name, sentence) => {
    const { result } = renderHook(() => useCalls(''), { wrapper });
    await expect(result.current[name]?.()).rejects.toThrow(sentence);
  });
});

describe('the answer of a test', () => {
  it.each([
    ['success', 'ACTIVE'],
    ['active', 'ACTIVE'],
    ['configured', 'CONFIGURED'],
    ['pending_validation', 'PENDING_VALIDATION'],
    ['testing', 'TESTING'],
    ['pending', 'TESTING'],
    ['error', 'ERROR'],
    ['molten', 'ERROR'],
  ])('%s is read as %s', async (status, read) => {
    const id = '01900000-0000-7000-8000-000000000001';
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ id, status, status_message: 'It answered.' })));
    const { result } = renderHook(() => useCalls(id), { wrapper });
    expect(await result.current.test?.()).toEqual({ id, status: read, status_message: 'It answered.', steps: [] });
  });
});

describe('a sync for an identity source', () => {
  const source = '01900000-0000-7000-8000-000000000002';
  const second = aKeySystem({ id: '01900000-0000-7000-8000-000000000003', name: 'B', is_active: true });
  const off = aKeySystem({ id: '01900000-0000-7000-8000-000000000004', name: 'A', is_active: false });

  it('uses the first active key system of the first 200', async () => {
    const { received } = serve(keySystems.list, { items: [off, second], total: 2, page: 0, size: 200 });
    const started = serve(sync.start, aTask(1));
    await previewSyncOfSource(source);
    expect(received).toMatchObject([{ query: { page: 0, size: 200 } }]);
    expect(started.received.map(({ body }) => body)).toEqual([
      { source_iam_identifier: source, target_key_system_connection_id: second.id, dry_run: true },
    ]);
  });

  it('reports when no key system is active', async () => {
    serve(keySystems.list, { items: [off], total: 1, page: 0, size: 200 });
    await expect(previewSyncOfSource(source)).rejects.toThrow(
      'No active key system connection found. Please activate or configure a key system connection.',
    );
  });
});
