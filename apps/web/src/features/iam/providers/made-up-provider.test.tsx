import { entraSetup, iam, Provider, providers, sync } from '@key2xs/contract';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { call } from '#lib/calls/call';
import { useUrlState } from '#ui/table/url-state';
import { renderPage, serve } from '../../../../test/render';
import { aTask } from '../../tasks/task.fixture';
import { aSource } from '../source.fixture';
import { IamWizardPage } from '../wizard/iam-wizard-page';
import { RunStep } from '../wizard/run-step';
import { wizardSearch } from '../wizard/wizard-search';
import { someOptions } from './entra-id/setup.fixture';
import { webProviders } from './registry';
import type { ProviderWizardProps } from './web-provider';

const provider = 'address_book' as 'csv'; // A name known only to the registries of this test.
const source = aSource({ provider, people: 0 });
const mapping = { external_id: 'Number' };

function BookWizard({ connection }: ProviderWizardProps) {
  const [{ task }, setUrl] = useUrlState(wizardSearch);
  if (!connection) {
    const add = async () => {
      const { id } = await call(iam.create, { body: { name: 'Porter', provider } });
      setUrl({ connection: id, kind: undefined });
    };
    return (
      <button type="button" onClick={() => void add()}>
        Open the book
      </button>
    );
  }
  const { id } = connection;
  const read = async () => {
    await call(iam.saveMapping, { params: { id }, body: mapping });
    setUrl({ task: (await call(iam.sync, { params: { id }, query: {} })).task_id });
  };
  if (task)
    return <RunStep connection={connection} taskId={task} onStarted={() => undefined} onLeave={() => undefined} />;
  return (
    <button type="button" onClick={() => void read()}>
      Map and read {connection.name}
    </button>
  );
}

beforeEach(() => {
  Object.assign(providers, { [provider]: { ...providers.csv, arrives: 'called' } });
  Provider._zod.values.add(provider);
  Object.assign(webProviders, {
    [provider]: { offer: () => ({ name: 'Address book', text: 'On the shelf.' }), Wizard: BookWizard },
  });
});
afterEach(() => {
  Provider._zod.values.delete(provider);
  for (const registry of [providers, webProviders]) Reflect.deleteProperty(registry, provider);
});

it('is offered by the wizard, with its own steps from name to first import', async () => {
  const task = aTask();
  serve(entraSetup.options, someOptions());
  serve(iam.get, source);
  serve(sync.status, task);
  const created = serve(iam.create, source);
  const mapped = serve(iam.saveMapping, ({ body }) => ({ mapping: body }));
  serve(iam.sync, task);
  const { user, router } = await renderPage(<IamWizardPage />, { path: '/connect/iam-wizard', search: {} });
  await user.click(await screen.findByRole('button', { name: 'Address book' }));
  expect(router.state.location.search).toEqual({ kind: provider });
  await user.click(await screen.findByRole('button', { name: 'Open the book' }));
  expect(created.received).toMatchObject([{ body: { provider } }]);
  await user.click(await screen.findByRole('button', { name: `Map and read ${source.name}` }));
  await screen.findByRole('region', { name: 'Import' });
  expect(mapped.received).toMatchObject([{ body: mapping }]);
});
