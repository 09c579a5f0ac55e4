import { type KeyRecipient, keyRecipientList } from '@key2xs/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { skipToken, useQuery } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { recordsQuery } from '#data/calls/records';
import { SinglePicker } from '#ui/picker/single-picker';

type Props = {
  label: string;
  description?: string | undefined;
  chosen: Pick<KeyRecipient, 'display_name'> | undefined;
  onChoose: (person: KeyRecipient | undefined) => void;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
};

const searchMs = 200;

/** Chooses who gets keys or gives them back, by name or employee number. */
export function RecipientSelect({ label, description, chosen, onChoose, error, ref }: Props) {
  const { t } = useTranslation('key-desk');
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const [search] = useDebouncedValue(text, searchMs);
  const query = recordsQuery(keyRecipientList, { params: undefined, query: { search, limit: 20 } });
  const isReady = text !== '' && search === text;
  const { data, isFetching } = useQuery(isReady ? query : { ...query, queryFn: skipToken });
  const people = isReady && !isFetching ? (data?.rows ?? []) : [];
  const choices = people.map(({ id, display_name, department, employee_id }) => ({
    value: id,
    label: [display_name, employee_id && `(${employee_id})`, department].filter(Boolean).join(' '),
  }));
  return (
    <SinglePicker
      ref={ref}
      label={label}
      description={description}
      placeholder={t('person.placeholder')}
      typed={typed}
      onType={setTyped}
      groups={[{ choices }]}
      isSearching={text !== '' && (!isReady || isFetching)}
      chosen={chosen?.display_name ?? null}
      onChoose={(id) => onChoose(people.find((person) => person.id === id))}
      error={error}
    />
  );
}
