import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderPage } from '../../../test/render';
import { type Column, DataTable } from './data-table';

type Door = { id: string; name: string; floor: number };
const doors: Door[] = [
  { id: 'a', name: 'Archive', floor: 1 },
  { id: 'b', name: 'Boiler room', floor: 0 },
];
const columns: Column<Door>[] = [
  { key: 'name', header: 'Name', cell: (door) => door.name, sort: 'name' },
  { key: 'floor', header: 'Floor', cell: (door) => <button type="button">Floor {door.floor}</button>, align: 'right' },
];
const table = { caption: 'Doors', columns, rows: doors, rowKey: (door: Door) => door.id };

describe('DataTable', () => {
  it('sorts ascending first and descending when it already was ascending', async () => {
    const onSort = vi.fn();
    const { user, rerender } = await renderPage(<DataTable {...table} sort="-name" onSort={onSort} />);
    await user.click(screen.getByRole('button', { name: 'Name' }));
    expect(onSort).toHaveBeenLastCalledWith('name');
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('descending');
    rerender(<DataTable {...table} sort="name" onSort={onSort} />);
    await user.click(screen.getByRole('button', { name: 'Name' }));
    expect(onSort).toHaveBeenLastCalledWith('-name');
  });

  it('opens a row by click and by Enter, but not when a control inside it is used', async () => {
    const onRowClick = vi.fn();
    const { user } = await renderPage(
      <DataTable {...table} onRowClick={onRowClick} rowLabel={(door) => `Open ${door.name}`} />,
    );
    await user.click(screen.getByText('Archive'));
    screen.getByRole('row', { name: 'Open Boiler room' }).focus();
    await user.keyboard('{Enter}');
    await user.click(screen.getByRole('button', { name: 'Floor 1' }));
    expect(onRowClick.mock.calls).toEqual([[doors[0]], [doors[1]]]);
  });

  it('says which rows of how many it shows and moves by a page', async () => {
    const onChange = vi.fn();
    const page = { offset: 2, limit: 2, total: 6454, onChange };
    const { user } = await renderPage(<DataTable {...table} page={page} />);
    expect(screen.getByText('3–4 of 6,454')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await user.click(screen.getByRole('button', { name: 'Previous page' }));
    expect(onChange.mock.calls).toEqual([[4], [0]]);
  });

  it('stops at the last page', async () => {
    await renderPage(<DataTable {...table} page={{ offset: 0, limit: 50, total: 2, onChange: () => undefined }} />);
    expect(screen.getByRole('button', { name: 'Next page' })).toHaveProperty('disabled', true);
  });

  it('leaves columns out that the window has no room for', async () => {
    const roomy = [...columns, { key: 'x', header: 'Serial', cell: (door: Door) => door.id, hideBelow: 5000 }];
    await renderPage(<DataTable {...table} columns={roomy} />);
    expect(within(screen.getByRole('table')).queryByText('Serial')).toBeNull();
  });
});
