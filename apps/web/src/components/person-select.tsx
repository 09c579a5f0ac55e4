import { type Person, peopleList } from '@key2xs/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { skipToken, useQuery } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import { recordsQuery } from '#data/calls/records';
import { SinglePicker } from '#ui/picker/single-picker';

const searchMs = 250;
const maxResults = 20;

type Props = {
  label: string;
  description?: string;
  placeholder: string;
  value: string | null;
  /** The name of the selected person, as stored. */
  name: string | null;
  onChange: (id: string | null, person: Person | undefined) => void;
  /** Limits the search to this source, including inactive people; otherwise active people of all sources. */
  connectionId?: string;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
};

/** Selects a person by name or employee number. */
export function PersonSelect({ value, name, onChange, connectionId, ...field }: Props) {
  const [typed, setTyped] = useState('');
  // The name of a person just selected is known before the record is read.
  const [last, setLast] = useState<Person>();
  const { people, isSearching } = usePeople(typed.trim(), connectionId);
  const choices = people.map(({ id, display_name, employee_id }) => ({
    value: id,
    label: employee_id ? `${display_name} (${employee_id})` : display_name,
  }));
  const nameOfLast = last !== undefined && last.id === value ? last.display_name : null;
  const choose = (id: string | null) => {
    const person = people.find((one) => one.id === id);
    setLast(person);
    onChange(id, person);
  };
  return (
    <SinglePicker
      {...field}
      typed={typed}
      onType={setTyped}
      groups={[{ choices }]}
      isSearching={isSearching}
      chosen={value === null ? null : (name ?? nameOfLast ?? '')}
      onChoose={choose}
    />
  );
}

function usePeople(text: string, connectionId: string | undefined): { people: Person[]; isSearching: boolean } {
  const [search] = useDebouncedValue(text, searchMs);
  const within = connectionId ? { connection_id: connectionId } : { active: 'true' };
  const query = recordsQuery(peopleList, { params: undefined, query: { search, limit: maxResults, ...within } });
  const isSearchable = text !== '';
  const { data, isFetching } = useQuery(isSearchable && search === text ? query : { ...query, queryFn: skipToken });
  if (!isSearchable) return { people: [], isSearching: false };
  const isSearching = search !== text || isFetching;
  // Results of a previous text are not offered.
  return { people: isSearching ? [] : (data?.rows ?? []), isSearching };
}
