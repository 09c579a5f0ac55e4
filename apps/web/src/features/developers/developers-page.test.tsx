import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allEndpoints, apiReference, errorCatalogue } from '@key2xs/contract';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderPage, serve } from '../../../test/render';
import { DevelopersPage } from './developers-page';

const document = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../../docs/api/openapi.json'), 'utf8'));
const open = (search = {}) => renderPage(<DevelopersPage />, { path: '/developers', search });

beforeEach(() => {
  serve(apiReference.get, document);
});

describe('the API reference', () => {
  it('lists every operation of the contract', async () => {
    await open();
    await screen.findByRole('region', { name: 'Auth' });
    const shown = screen.getAllByRole('button', { expanded: false }).map((button) => button.textContent);
    const operations = Object.values(allEndpoints).flatMap((group) => Object.values(group));
    const missing = operations.filter(({ method, path, summary }) => {
      const written = path.replace(/:(\w+)/g, '{$1}');
      return !shown.includes(`${method}${written}${summary}`);
    });
    expect(missing).toEqual([]);
    expect(screen.getByText(`${operations.length} operations`)).toBeDefined();
  });

  it('finds by words, and says when there is nothing', async () => {
    const { user } = await open();
    await user.type(await screen.findByRole('textbox', { name: 'Search operations' }), 'post stream-tickets');
    expect(await screen.findByText('1 operation')).toBeDefined();
    await user.type(screen.getByRole('textbox', { name: 'Search operations' }), ' xyz');
    expect(await screen.findByText('No operation matches')).toBeDefined();
  });

  it('shows what an operation takes, answers and needs, and how it is called', async () => {
    await open({ operation: 'keySystems.create' });
    const example = await screen.findByRole('region', { name: 'curl' });
    expect(example.textContent).toContain(`-X POST '${window.location.origin}/api/v1/key-systems/connections'`);
    expect(example.textContent).toContain('Bearer $KEY2XS_TOKEN');
    expect(example.textContent).toContain(`-F 'client_certificate_bundle_pem_file=@file'`);
    expect(screen.getByRole('region', { name: 'fetch' }).textContent).toContain("method: 'POST'");
    const details = example.closest('li') as HTMLElement; // the operation's item
    expect(within(details).getByText('multipart/form-data')).toBeDefined();
    expect(within(details).getByText(/validation_failed/)).toBeDefined();
    expect(within(details).getByText(/Idempotency-Key header/)).toBeDefined();
  });
});

it('says of every error what to do', async () => {
  await open({ tab: 'errors' });
  for (const [code, { title }] of Object.entries(errorCatalogue)) {
    const item = (await screen.findByText(code)).closest('li') as HTMLElement; // an entry of the list
    expect(within(item).getByText(title)).toBeDefined();
    expect([code, item.lastElementChild?.textContent]).not.toEqual([code, '']);
  }
});
