import { iam, people } from '@key2xs/contract';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { serve } from '../../../../../test/render';
import { aSource, aStaffList } from '../../source.fixture';
import { called, openTab } from '../open-tab.fixture';

const nobody = { items: [], total: 0, limit: 1, offset: 0 };

describe('the mapping of a source', () => {
  beforeEach(() => void serve(people.list, nobody));

  it('that is called is edited by attribute, and saved whole', async () => {
    const saved = serve(iam.saveMapping, { mapping: { external_id: 'id', department: 'department' } });
    const { user } = await openTab('mapping', called({ mapping_config: { external_id: 'id' } }));
    const save = await screen.findByRole<HTMLButtonElement>('button', { name: 'Save mapping' });
    expect(save.disabled).toBe(true);
    await user.type(screen.getByLabelText('Attribute for Department'), 'department');
    screen.getByText('Not saved yet.');
    await user.click(save);
    await screen.findByText('Mapping saved. The next run uses it.');
    expect(saved.received[0]).toMatchObject({
      params: { id: called().id },
      body: { external_id: 'id', department: 'department' },
    });
  });

  it('is not saved without what identifies a person', async () => {
    const { user } = await openTab('mapping', called({ mapping_config: { external_id: 'id' } }));
    await user.clear(await screen.findByLabelText('Attribute for Unique ID'));
    screen.getByText(/Choose what identifies a person/);
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save mapping' });
    expect(save.disabled).toBe(true);
  });

  it('of a list shows its columns with samples and its first people', async () => {
    serve(iam.latestStaffList, aStaffList());
    const asked = serve(iam.previewMapping, {
      people: [{ row: 2, fields: { display_name: 'Ada Moss' }, problems: [] }],
    });
    await openTab('mapping', aSource());
    await screen.findByText('E1 · E2 · E3');
    await screen.findByText('Ada Moss');
    await waitFor(() => expect(asked.received[0]?.body.mapping).toEqual(aStaffList().suggested_mapping));
  });

  it('of a source without a list leads to uploading one', async () => {
    serve(iam.latestStaffList, 'not_found');
    await openTab('mapping', aSource());
    await screen.findByText('No list uploaded yet');
  });
});
