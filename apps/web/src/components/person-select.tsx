import { type Person, peopleList } from '@key2xs/contract';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { recordsQuery } from '#data/records';

type Props = {
  label: string;
  description?: string;
  placeholder: string;
  value: string | null;
  /** How the chosen one is called, as stored. */
  name: string | null;
  onChange: (id: string | null, person: Person | undefined) => void;
  /** Everybody of this source; active people of all sources unless given. */
  connectionId?: string;
  error?: string;
};

/** Somebody of the directory, found by name or employee number. */
export function PersonSelect({ label, description, placeholder, value, name, onChange, connectionId, error }: Props) {
  const [typed, setTyped] = useState('');
  const whom = connectionId ? { connection_id: connectionId } : { active: 'true' };
  const search = typed === name ? '' : typed.trim();
  const { data } = useQuery({
    ...recordsQuery(peopleList, { params: undefined, query: { search, limit: 20, ...whom } }),
    enabled: search !== '',
  });
  const people = data?.rows ?? [];
  const found = people.map(({ id, display_name, employee_id }) => ({
    value: id,
    label: employee_id ? `${display_name} (${employee_id})` : display_name,
  }));
  const stored = value !== null && name !== null && !found.some((one) => one.value === value);
  return (
    <Select
      label={label}
      description={description}
      placeholder={placeholder}
      data={stored ? [{ value, label: name }, ...found] : found}
      value={value}
      onChange={(id) =>
        onChange(
          id,
          people.find((one) => one.id === id),
        )
      }
      searchable
      clearable
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      error={error}
      comboboxProps={{ withinPortal: false }}
    />
  );
}
