import { keyCases, keyRequests } from '@key2xs/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage, serve } from '../../../test/render';
import { aJoinerCase } from '../key-cases/case.fixture';
import { KeyRequestsPage } from './key-requests-page';

it('names the person of the case that it comes from', async () => {
  const item = aJoinerCase();
  serve(keyCases.get, item);
  serve(keyRequests.counts, { open: 0, mine: 0, to_decide: 0, escalated: 0 });
  serve(keyRequests.choices, { items: [] });
  await renderPage(<KeyRequestsPage />, { path: '/keys/request', search: { view: 'new', case: item.id } });
  expect(await screen.findByDisplayValue('Ada Moss')).toBeDefined();
});
