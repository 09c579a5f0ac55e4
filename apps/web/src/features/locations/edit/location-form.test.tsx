import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ApiError } from '#lib/calls/api-error';
import { renderPage } from '../../../../test/render';
import { LocationForm } from './location-form';

const values = {
  name: '',
  type: 'building' as const,
  parent_id: null,
  code: null,
  protection_class: null,
  owner_person_id: null,
  deputy_person_id: null,
  time_zone: null,
  notes: '',
};

it('focuses a missing name, and the field that the server refuses', async () => {
  const refuse = () =>
    Promise.reject(
      new ApiError({
        type: 'about:blank',
        title: 'No',
        status: 422,
        code: 'validation_failed',
        detail: 'Some fields are not valid.',
        request_id: 'r1',
        errors: [{ path: 'parent_id', message: 'It stands in itself.' }],
      }),
    );
  const { user } = await renderPage(
    <LocationForm values={values} places={[]} submitLabel="Save" onSubmit={refuse} onCancel={() => undefined} />,
  );
  const name = screen.getByLabelText(/^Name/);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'));
  expect(document.activeElement).toBe(name);
  await user.type(name, 'East wing');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('It stands in itself.');
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Is in' }));
});
