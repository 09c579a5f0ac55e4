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

  it('moves between rows by arrows, j and k, selects by x, and is one tab stop', async () => {
    const onSelect = vi.fn();
    const box = (door: Door) => <input type="checkbox" aria-label={door.name} onChange={() => onSelect(door.id)} />;
    const select: Column<Door> = { key: 'select', header: 'Select', phone: 'mark', cell: box };
    const onRowClick = vi.fn();
    const { user } = await renderPage(
      <DataTable {...table} columns={[select, ...columns]} onRowClick={onRowClick} rowLabel={(door) => door.name} />,
    );
    const [first, second] = [
      screen.getByRole('row', { name: 'Archive' }),
      screen.getByRole('row', { name: 'Boiler room' }),
    ];
    expect([first.tabIndex, second.tabIndex]).toEqual([0, -1]);
    first.focus();
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(second);
    expect([first.tabIndex, second.tabIndex]).toEqual([-1, 0]);
    await user.keyboard('x{ArrowDown}');
    expect(document.activeElement).toBe(second);
    await user.keyboard('kjk');
    expect(document.activeElement).toBe(first);
    expect(onSelect.mock.calls).toEqual([['b']]);
    expect(onRowClick).not.toHaveBeenCalled();
  });

  it('moves open details along', async () => {
    const onRowClick = vi.fn();
    const { user } = await renderPage(
      <DataTable
        {...table}
        onRowClick={onRowClick}
        rowLabel={(door) => door.name}
        isCurrent={({ id }) => id === 'a'}
      />,
    );
    screen.getByRole('row', { name: 'Archive' }).focus();
    await user.keyboard('j');
    expect(onRowClick.mock.calls).toEqual([[doors[1]]]);
  });

  it('keeps every column on a phone if none is the title', async () => {
    vi.stubGlobal('innerWidth', 390);
    const mark: Column<Door> = { key: 'select', header: 'Select', phone: 'mark', cell: () => '·' };
    await renderPage(<DataTable {...table} columns={[mark, ...columns]} />);
    expect(screen.getByText('Archive')).toBeDefined();
  });

  it('shows the title first on a phone, in rows that open the same way', async () => {
    vi.stubGlobal('innerWidth', 390);
    const onRowClick = vi.fn();
    const [name, floor] = columns as [Column<Door>, Column<Door>];
    const phone: Column<Door>[] = [
      { ...floor, phone: 'aside' },
      { ...name, phone: 'title' },
    ];
    const { user } = await renderPage(
      <DataTable {...table} columns={phone} onRowClick={onRowClick} rowLabel={(door) => door.name} />,
    );
    const row = screen.getByRole('listitem', { name: 'Archive' });
    expect(row.textContent).toBe('ArchiveFloor: Floor 1');
    row.focus();
    await user.keyboard('j{Enter}');
    expect(onRowClick.mock.calls).toEqual([[doors[1]]]);
  });

  it('shows the range and total of rows and pages through them', async () => {
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

  it('hides columns that do not fit the window', async () => {
    const roomy = [...columns, { key: 'x', header: 'Serial', cell: (door: Door) => door.id, hideBelow: 5000 }];
    await renderPage(<DataTable {...table} columns={roomy} />);
    expect(within(screen.getByRole('table')).queryByText('Serial')).toBeNull();
  });
});
