import { errorCatalogue, iam, mappings, people, sourceHealth } from '@key2xs/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { entraFieldRules } from '#data/sources/field-rules.fixture';
import { aPollingStatus } from '#data/sources/source-status.fixture';
import { serve } from '../../../../../test/render';
import { aSource, aStaffList } from '../../source.fixture';
import { called, openTab } from '../open-tab.fixture';

const noPeople = { items: [], total: 0, limit: 1, offset: 0 };

describe('the mapping of a source', () => {
  beforeEach(() => {
    serve(people.list, noPeople);
    serve(mappings.versions, { items: [] });
  });

  const schema = {
    columns: [
      { name: 'id', filled: 5, samples: ['1a', '2b'] },
      { name: 'department', filled: 4, samples: ['Fire - Station 4', 'Water'] },
    ],
    rows: 5,
    suggested_mapping: { external_id: 'id' },
  };

  it('of a called source is edited with its attributes, and saved as a whole', async () => {
    serve(mappings.schema, schema);
    const saved = serve(iam.saveMapping, { mapping: { external_id: 'id', department: 'department' } });
    const { user } = await openTab('mapping', called({ mapping_config: { external_id: 'id' } }));
    const save = await screen.findByRole<HTMLButtonElement>('button', { name: 'Save mapping' });
    expect(save.disabled).toBe(true);
    await user.click(await screen.findByLabelText('Attribute for Department'));
    await user.click(await screen.findByRole('option', { name: /^department/ }));
    screen.getByText('80 %');
    screen.getByText('Not saved yet.');
    await user.click(save);
    await screen.findByText('Mapping saved. The next run checks everyone against it.');
    expect(saved.received[0]).toMatchObject({
      params: { id: called().id },
      body: { external_id: 'id', department: 'department' },
    });
  });

  it('shows how a value is made, tried on a sample step by step', async () => {
    serve(mappings.schema, schema);
    const saved = serve(iam.saveMapping, { mapping: { external_id: 'id' } });
    const stored = { external_id: 'id', department: 'department' };
    const { user } = await openTab('mapping', called({ mapping_config: stored }));
    await user.click(await screen.findByRole('button', { name: 'Clean up Department' }));
    const add = async (name: string) => {
      await user.click(await screen.findByRole('combobox', { name: 'Add a step' }));
      await user.click(await screen.findByRole('option', { name }));
    };
    await add('Use the part before or after a text');
    const use = screen.getByRole<HTMLButtonElement>('button', { name: 'Use this' });
    expect(use.disabled).toBe(true);
    await user.type(screen.getByLabelText('Text'), ' - ');
    await add('Upper case');
    screen.getByText((_, element) => element?.textContent === 'Stored as: FIRE');
    await user.click(screen.getByRole('button', { name: 'Do this earlier: Upper case' }));
    await user.type(screen.getByLabelText(/^If no value is left/), 'unknown');
    await user.click(screen.getByRole('switch', { name: /^Required/ }));
    await user.click(use);
    await screen.findByText('upper case, the part before “ - ”, if empty, “unknown”, required');
    await user.click(screen.getByRole('button', { name: 'Save mapping' }));
    await waitFor(() =>
      expect(saved.received[0]?.body.department).toEqual({
        from: 'department',
        transforms: [{ do: 'upper' }, { do: 'split', separator: ' - ', take: 'before' }],
        default: 'unknown',
        required: true,
      }),
    );
  });

  it('has earlier versions, which can be restored into the form before saving', async () => {
    serve(mappings.schema, schema);
    const saved = serve(iam.saveMapping, { mapping: { external_id: 'id' } });
    const upper = { from: 'department', transforms: [{ do: 'upper' as const }] };
    const by = { saved_by: 'ida', saved_at: '2026-03-03T09:14:00Z' };
    const stored = { external_id: 'id', department: upper };
    serve(mappings.versions, {
      items: [
        { number: 2, mapping: stored, ...by },
        { number: 1, mapping: { external_id: 'id', department: 'department' }, ...by },
      ],
    });
    const { user } = await openTab('mapping', called({ mapping_config: stored }));
    const newest = within(await screen.findByRole('row', { name: /^No. 2 / }));
    newest.getByText('Department: unchanged → upper case');
    newest.getByText('The last one saved');
    screen.getByText('The first one, with 2 fields');
    screen.getByText('As stored.');
    await user.click(screen.getByRole('button', { name: 'Bring back mapping 1…' }));
    expect(saved.received).toEqual([]);
    screen.getByText('Not saved yet.');
    const save = screen.getByRole('button', { name: 'Save mapping' });
    expect(document.activeElement).toBe(save);
    await user.click(save);
    await waitFor(() => expect(saved.received[0]?.body.department).toBe('department'));
  });

  it('shows a changed lookup table, a first version, and a failure to read versions', async () => {
    serve(mappings.schema, schema);
    const by = { saved_by: 'ida', saved_at: '2026-03-03T09:14:00Z' };
    const withTable = (put: string) => ({
      external_id: 'id',
      department: {
        from: 'department',
        transforms: [{ do: 'look_up' as const, entries: [{ find: 'Fire', put }], otherwise: 'keep' as const }],
      },
    });
    const items = [
      { number: 2, mapping: withTable('Rescue'), ...by },
      { number: 1, mapping: withTable('Fire service'), ...by },
    ];
    serve(mappings.versions, { items });
    const { unmount } = await openTab('mapping', called({ mapping_config: withTable('Rescue') }));
    await screen.findByText(/^Department: [^,]+ → .+, with other lines$/);
    unmount();
    serve(mappings.versions, { items: [] });
    const again = await openTab('mapping', called({ mapping_config: { external_id: 'id' } }));
    await screen.findByText('No mapping saved yet');
    again.unmount();
    serve(mappings.versions, 'not_found');
    await openTab('mapping', called({ mapping_config: { external_id: 'id' } }));
    const panel = within(await screen.findByRole('region', { name: 'Earlier mappings' }));
    await panel.findByRole('button', { name: 'Try again' });
  });

  it('is unchanged after an edit and its reversal', async () => {
    serve(mappings.schema, schema);
    const { user } = await openTab(
      'mapping',
      called({ mapping_config: { external_id: 'id', department: 'department' } }),
    );
    const choose = async (name: RegExp) => {
      await user.click(await screen.findByLabelText('Attribute for Department'));
      await user.click(await screen.findByRole('option', { name }));
    };
    await choose(/^id/);
    screen.getByText('Not saved yet.');
    await choose(/^department/);
    screen.getByText('As stored.');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save mapping' }).disabled).toBe(true);
  });

  it('does not offer transforms for the identity', async () => {
    serve(mappings.schema, schema);
    const { user } = await openTab('mapping', called({ mapping_config: { external_id: 'id' } }));
    await user.click(await screen.findByRole('button', { name: 'Clean up Unique ID' }));
    await screen.findByText(/^This value cannot be changed/);
    expect(screen.queryByRole('combobox', { name: 'Add a step' })).toBeNull();
  });

  it('follows the field rules of the provider', async () => {
    serve(mappings.schema, schema);
    const asked = serve(mappings.fieldRules, entraFieldRules());
    const { user } = await openTab(
      'mapping',
      called({ mapping_config: { external_id: 'id', department: 'department' } }),
    );
    await screen.findByPlaceholderText('Not imported, usually jobTitle');
    expect(asked.received).toMatchObject([{ params: { provider: 'entra_id' } }]);
    expect(screen.queryByLabelText('Attribute for Unique ID')).toBeNull();
    screen.getByText('(required)');
    await user.click(screen.getByRole('button', { name: 'Clean up Department' }));
    await user.click(await screen.findByRole('combobox', { name: 'Add a step' }));
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Upper case']);
    expect(screen.getByLabelText<HTMLInputElement>(/^If no value is left/).maxLength).toBe(20);
  });

  it('sets no limits when the field rules cannot be read', async () => {
    serve(mappings.schema, schema);
    serve(mappings.fieldRules, 'overloaded');
    await openTab('mapping', called({ mapping_config: { external_id: 'id' } }));
    await screen.findByLabelText('Attribute for Unique ID');
  });

  it('is shown as saved, with reason and remedy, while the source cannot be read', async () => {
    serve(mappings.schema, 'conflict');
    const failed = { code: 'entra.secret_wrong.what', message: 'Wrong.', advice: '', correlation_id: called().id };
    serve(sourceHealth.pollingStatus, aPollingStatus({ state: 'error', last_error: { ...failed, replace: 'secret' } }));
    const upper = { from: 'department', transforms: [{ do: 'upper' as const }] };
    const { user } = await openTab('mapping', called({ mapping_config: { external_id: 'id', department: upper } }));
    await screen.findByText(`${errorCatalogue.conflict.title}.`);
    const replace = await screen.findByRole('link', { name: 'Replace the secret' });
    expect(replace.getAttribute('href')).toBe(`/iam-manager?source=${called().id}&tab=credentials`);
    const saved = within(screen.getByRole('region', { name: 'Saved mapping' }));
    saved.getByText('department, upper case');
    expect(saved.queryByText('Job title')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Save mapping' })).toBeNull();
    serve(mappings.schema, schema);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('button', { name: 'Save mapping' });
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

  it('keeps unsaved edits when the list cannot be read again', async () => {
    serve(iam.latestStaffList, aStaffList());
    serve(iam.previewMapping, { people: [] });
    const { user, client } = await openTab('mapping', aSource());
    await user.click(await screen.findByLabelText('Column for Department'));
    await user.click(await screen.findByRole('option', { name: /^unit/ }));
    const again = serve(iam.latestStaffList, 'overloaded');
    await act(() => client.refetchQueries({ queryKey: ['source-data'] }));
    expect(again.received).toHaveLength(1);
    expect(screen.getByLabelText<HTMLInputElement>('Column for Department').value).toBe('unit');
    screen.getByText('Not saved yet.');
  });

  it('of a source without a list links to the upload', async () => {
    serve(iam.latestStaffList, 'not_found');
    await openTab('mapping', aSource());
    await screen.findByText('No list uploaded yet');
  });
});
