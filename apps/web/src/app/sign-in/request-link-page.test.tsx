import { type KeyRequestVisit, keyRequestLinks } from '@key2xs/contract';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage, serve } from '../../../test/render';
import { RequestLinkPage } from './request-link-page';

const id = (end: string) => `01900000-0000-7000-8000-0000000000${end}`;
const request = {
  ...{
    id: id('b1'),
    kind: 'new_key' as const,
    state: 'needs_info' as const,
    place_words: 'the lab',
    key_marking: null,
  },
  ...{ reason: 'I work there', starts_at: null, ends_at: null, asked_at: '2026-11-20T12:00:00Z', pick_up_by: null },
  ...{ question: 'Which lab?', rejected_because: null, can_cancel: true },
};
const visit: KeyRequestVisit = {
  ...{ person_name: 'Ada Invented', expires_at: '2026-12-01T12:00:00Z' },
  keys: [{ id: id('a1'), marking: 'K-1', name: 'Yard' }],
  requests: [request],
};

async function openPage(hash: string) {
  window.history.replaceState(null, '', `/request-keys${hash}`);
  return renderPage(<RequestLinkPage />, { path: '/request-keys' });
}

it('asks for a link with an address, answers every one alike, and keeps it where that failed', async () => {
  serve(keyRequestLinks.offer, { is_offered: true });
  serve(keyRequestLinks.ask, 'too_many_attempts');
  const { user } = await openPage('');
  const field = await screen.findByLabelText('Work mail address');
  await user.click(screen.getByRole('button', { name: 'Send link' }));
  screen.getByText('Enter your work mail address.');
  await user.type(field, 'ada@city.test{Enter}');
  await screen.findByText('Too many attempts.');
  expect(field).toHaveProperty('value', 'ada@city.test');
  const { received } = serve(keyRequestLinks.ask, { success: true });
  await user.click(screen.getByRole('button', { name: 'Send link' }));
  await screen.findByText(/^If this address belongs to exactly one person here/);
  expect(received).toMatchObject([{ body: { mail_address: 'ada@city.test', language: 'en' } }]);
});

it('says where this is not offered, and leads from a link that has ended to a new one', async () => {
  serve(keyRequestLinks.offer, { is_offered: false });
  serve(keyRequestLinks.open, 'link_expired');
  const { user } = await openPage('#a-token');
  await screen.findByText('This link does not work');
  expect(window.location.hash).toBe('');
  await user.click(screen.getByRole('button', { name: 'Ask for a new link' }));
  await screen.findByText('This is not offered here');
});

it('opens another link that is followed in the same tab', async () => {
  serve(keyRequestLinks.offer, { is_offered: true });
  const { received } = serve(keyRequestLinks.open, visit);
  await openPage('');
  await screen.findByLabelText('Work mail address');
  window.location.hash = '#another-token';
  await screen.findByText('Which lab?', { exact: false });
  expect(received).toMatchObject([{ body: { token: 'another-token' } }]);
  expect(window.location.hash).toBe('');
});

it('shows own requests, answers a question, and keeps what was typed where it could not be sent', async () => {
  const toBringBack = { ...request, id: id('b2'), kind: 'return' as const, state: 'approved' as const, question: null };
  serve(keyRequestLinks.open, { ...visit, requests: [request, toBringBack] });
  serve(keyRequestLinks.answer, 'internal');
  const { user } = await openPage('#a-token');
  const own = within(await screen.findByRole('region', { name: 'A new key: the lab' }));
  own.getByText('Question: Which lab?');
  screen.getByText('Bring the key back to the desk.');
  await user.type(own.getByLabelText('Your answer'), 'The big one');
  await user.click(own.getByRole('button', { name: 'Send answer' }));
  await screen.findByText('Internal error.');
  expect(screen.getByDisplayValue('The big one')).toBeDefined();
  const answered = { ...visit, requests: [{ ...request, state: 'to_complete' as const, question: null }] };
  const { received } = serve(keyRequestLinks.answer, answered);
  await user.click(own.getByRole('button', { name: 'Send answer' }));
  await screen.findByText('Your answer is sent.');
  expect(received).toMatchObject([{ body: { token: 'a-token', request_id: request.id, note: 'The big one' } }]);
  const cancelled = serve(keyRequestLinks.cancel, { ...visit, requests: [] });
  await user.click(own.getByRole('button', { name: 'Cancel request' }));
  await user.type(own.getByLabelText(/^Why is it not needed/), 'Moved{Enter}');
  await screen.findByText('Your request is cancelled.');
  expect(cancelled.received).toMatchObject([{ body: { reason: 'Moved' } }]);
});

it('asks with own words for a place, and with an own key for what is about a key', async () => {
  serve(keyRequestLinks.open, { ...visit, requests: [] });
  const { received } = serve(keyRequestLinks.submit, visit);
  const { user } = await openPage('#a-token');
  await screen.findByText('You have not asked for anything by a link yet.');
  const ask = async () => user.click(screen.getByRole('button', { name: 'New request' }));
  const send = () => user.click(screen.getByRole('button', { name: 'Submit request' }));
  await ask();
  await user.type(screen.getByLabelText(/^Where/), 'the lab');
  await user.type(screen.getByLabelText('Why?'), 'I work there');
  await send();
  await screen.findByText('Your request is submitted.');
  await ask();
  await user.selectOptions(screen.getByLabelText('What do you need?'), 'Return a key');
  await user.type(screen.getByLabelText('Why?'), 'Not needed');
  await send();
  await screen.findByText('Your request is submitted.');
  expect(received).toMatchObject([
    { body: { kind: 'new_key', place_words: 'the lab', ends_at: null } },
    { body: { kind: 'return', key_id: id('a1') } },
  ]);
});
