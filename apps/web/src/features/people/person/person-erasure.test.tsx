import { type ErasurePreview, privacy } from '@key2xs/contract';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderPage, serve } from '../../../../test/render';
import { aPerson } from './person.fixture';
import { PersonErasure } from './person-erasure';

const leaver = aPerson({ state: 'left', active: false, display_name: 'Ada Moss' });

const preview = (changes: Partial<ErasurePreview> = {}): ErasurePreview => ({
  name: 'Ada Moss',
  pseudonym: '9F2A-71BC',
  blockers: [],
  erased: [{ part: 'receipts', title: 'Receipts', rows: 2 }],
  kept: [{ kind: 'receipts', count: 1, until: '2029-11-30T12:00:00.000Z' }],
  ...changes,
});

async function open(changes: Partial<ErasurePreview> = {}) {
  serve(privacy.preview, preview(changes));
  const page = await renderPage(<PersonErasure person={leaver} />);
  await page.user.click(await screen.findByRole('button', { name: 'Erase…' }));
  return page;
}

describe('PersonErasure', () => {
  it('says what has to be done first, and offers nothing to confirm', async () => {
    await open({ blockers: [{ kind: 'keys_out', count: 2, names: ['K1', 'K2'] }] });
    await screen.findByText('2 keys are out: K1 and K2.');
    expect(screen.queryByRole('button', { name: 'Erase permanently' })).toBeNull();
  });

  it('says what stays until when, and erases for a reason', async () => {
    const erased = serve(privacy.erase, { pseudonym: '9F2A-71BC', erased_at: leaver.updated_at, receipts_until: null });
    const { user } = await open();
    await screen.findByText(/1 receipt keeps name and signature until/);
    await user.click(screen.getByRole('button', { name: 'Erase permanently' }));
    expect(erased.received).toEqual([]);
    await user.type(screen.getByRole('textbox'), 'Asked for');
    await user.click(screen.getByRole('button', { name: 'Erase permanently' }));
    await screen.findByText('Erased. 9F2A-71BC is shown in place of the name.');
    expect(erased.received).toMatchObject([{ body: { reason: 'Asked for' } }]);
  });

  it('is not offered for someone who is there', async () => {
    await renderPage(<PersonErasure person={aPerson()} />);
    expect(screen.queryByRole('button', { name: 'Erase…' })).toBeNull();
  });
});
