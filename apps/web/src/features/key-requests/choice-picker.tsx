import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Choosing, requestChoicesQuery } from '#data/key-systems/key-requests';
import { SinglePicker } from '#ui/picker/single-picker';

const searchMs = 250;

export type Choice = { id: string; name: string };

type Props = {
  what: Choosing['what'];
  personId?: string;
  label: string;
  placeholder: string;
  value: Choice | null;
  onChange: (choice: Choice | null) => void;
  error?: string | undefined;
};

/** Selects a person, a place or a key that can be named in a request. */
export function ChoicePicker({ what, personId, value, onChange, ...field }: Props) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), searchMs);
  const query = { what, search, ...(personId && { person_id: personId }) };
  const { data, isFetching } = useQuery({ ...requestChoicesQuery(query), placeholderData: keepPreviousData });
  const items = data?.items ?? [];
  const choices = items.map(({ id, name, detail }) => ({ value: id, label: detail ? `${name} (${detail})` : name }));
  return (
    <SinglePicker
      {...field}
      typed={typed}
      onType={setTyped}
      groups={[{ choices }]}
      isSearching={isFetching || search !== typed.trim()}
      chosen={value?.name ?? null}
      onChoose={(id) => onChange(items.find((item) => item.id === id) ?? null)}
    />
  );
}
