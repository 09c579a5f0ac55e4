import { possessionChecks } from '@key2xs/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage, serve } from '../../../test/render';
import { PossessionLinkPage } from './possession-link-page';

const key = { id: '01900000-0000-7000-8000-0000000000a1', marking: 'K-1', name: '', is_returned: false };

it('keeps what a holder has answered where it could not be sent', async () => {
  const asked = { person_name: 'Ada Invented', started_by: 'desk', due_at: '2026-12-24T12:00:00Z', keys: [key] };
  serve(possessionChecks.checkLink, asked);
  serve(possessionChecks.answer, 'internal');
  window.history.replaceState(null, '', '/possession#a-token');
  const { user } = await renderPage(<PossessionLinkPage />, { path: '/possession' });
  await user.click(await screen.findByRole('radio', { name: /^Someone else/ }));
  await user.type(screen.getByRole('textbox', { name: /^Who/ }), 'Bo');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('Internal error.');
  expect(screen.getByDisplayValue('Bo')).toBeDefined();
  const { received } = serve(possessionChecks.answer, { answered_at: '2026-12-01T12:00:00Z' });
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('Thank you.');
  expect(received).toMatchObject([{ body: { answers: [{ key_id: key.id, answer: 'elsewhere', note: 'Bo' }] } }]);
});
