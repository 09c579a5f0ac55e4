import { useState } from 'react';
import { Panel } from '#ui/panel';
import { StatusTag } from '#ui/status-tag';
import { type Column, DataTable } from '#ui/table/data-table';
import { FilterBar, SearchInput, SelectFilter } from '#ui/table/filter-bar';

type Door = { id: string; name: string; people: number };

const doors: Door[] = [
  { id: 'c1', name: 'Archive', people: 14 },
  { id: 'c2', name: 'Boiler room', people: 3 },
  { id: 'c3', name: 'Main door', people: 1204 },
];
const columns: Column<Door>[] = [
  { key: 'name', header: 'Door', cell: (door) => door.name, sort: 'name' },
  { key: 'state', header: 'State', cell: () => <StatusTag tone="green" label="Active" />, hideBelow: 600 },
  { key: 'people', header: 'People', cell: (door) => door.people.toLocaleString('en'), sort: 'people', align: 'right' },
];

/** A list that uses every feature of a list. */
export function GalleryData() {
  const [sort, setSort] = useState('name');
  const [search, setSearch] = useState('');
  const [state, setState] = useState<string>();
  const [offset, setOffset] = useState(0);
  return (
    <Panel title="A list">
      <FilterBar>
        <SearchInput label="Search doors" value={search} onChange={setSearch} />
        <SelectFilter
          label="State"
          value={state}
          onChange={setState}
          options={[{ value: 'active', label: 'Active' }]}
          clearable
        />
      </FilterBar>
      <DataTable
        caption="Doors"
        columns={columns}
        rows={doors}
        rowKey={(door) => door.id}
        sort={sort}
        onSort={setSort}
        onRowClick={(door) => setSearch(door.name)}
        rowLabel={(door) => `Open ${door.name}`}
        page={{ offset, limit: 3, total: 6454, onChange: setOffset }}
      />
    </Panel>
  );
}
