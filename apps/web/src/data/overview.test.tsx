import { iam, keySystems } from '@key2xs/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { serve } from '../../test/render';
import { fetchStatus } from '../app/guard/guard-reads';
import { queryClient } from '../app/query-client';
import { aKeySystem } from './key-systems/key-systems.fixture';
import { useFlags } from './overview';

afterEach(() => queryClient.clear());

function Flags() {
  return <output>{JSON.stringify(useFlags())}</output>;
}

it('treats a status that failed for the guard as not connected, without another request', async () => {
  const status = serve(iam.status, 'internal');
  const systems = serve(keySystems.list, 'internal');
  await expect(fetchStatus()).rejects.toThrow();
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  render(
    <QueryClientProvider client={queryClient}>
      <Flags />
    </QueryClientProvider>,
  );
  const flags = { isConnectedToIam: false, isConnectedToKeySystem: false, hasKeyPlan: false };
  expect(screen.getByText(JSON.stringify(flags))).toBeDefined();
  expect([status.received.length, systems.received.length]).toEqual([1, 1]);
});

const system = aKeySystem({ is_active: true });

it.each([
  ['arrays', [system], [{ id: 'a plan' }]],
  ['connections', { connections: [system] }, { keyplans: [{ id: 'a plan' }] }],
  ['results', { results: [system] }, { keyplans: [{ id: 'a plan' }] }],
])('reads the lists in every possible shape: %s', async (_shape, systems, plans) => {
  vi.stubGlobal('fetch', (url: string) => {
    if (url.includes('/iam/status')) {
      return Promise.resolve(Response.json({ is_connected: true, iam_configured: true, connections: 1 }));
    }
    return Promise.resolve(Response.json(url.includes('/keyplans') ? plans : systems));
  });
  render(
    <QueryClientProvider client={queryClient}>
      <Flags />
    </QueryClientProvider>,
  );
  const flags = { isConnectedToIam: true, isConnectedToKeySystem: true, hasKeyPlan: true };
  await screen.findByText(JSON.stringify(flags));
});
