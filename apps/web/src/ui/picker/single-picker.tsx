import { Combobox, InputBase } from '@mantine/core';
import { type Ref, useState } from 'react';
import { ChoiceList } from './choice-list';
import { type PickerSearch, usePicker } from './use-picker';

type Props = Omit<PickerSearch, 'onChoose'> & {
  label: string;
  description?: string | undefined;
  placeholder: string;
  error?: string | undefined;
  /** The name of the selected value; null without one. */
  chosen: string | null;
  onChoose: (value: string | null) => void;
  ref?: Ref<HTMLInputElement> | undefined;
};

/** Selects one value by search. The field shows the selected value; typing searches for another. */
export function SinglePicker({ label, description, placeholder, error, chosen, onChoose, ref, ...search }: Props) {
  const [isEditing, setIsEditing] = useState(false);
  const picker = usePicker({
    ...search,
    onChoose: (value) => {
      setIsEditing(false);
      onChoose(value);
    },
  });
  const leave = () => {
    picker.store.closeDropdown();
    if (chosen === null || picker.isEnterPending) return; // Typed text stays.
    setIsEditing(false);
    search.onType('');
  };
  const type = (text: string) => {
    setIsEditing(true);
    picker.onType(text);
  };
  return (
    <Combobox store={picker.store} onOptionSubmit={picker.choose} withinPortal={false}>
      <Combobox.Target withExpandedAttribute {...picker.marked}>
        <InputBase
          ref={ref}
          label={label}
          description={description}
          placeholder={placeholder}
          error={error}
          value={isEditing ? search.typed : (chosen ?? '')}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={picker.onKeyDown}
          onClick={() => picker.store.openDropdown()}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={leave}
          rightSection={chosen !== null && <Combobox.ClearButton onClear={() => onChoose(null)} />}
        />
      </Combobox.Target>
      <ChoiceList label={label} groups={search.groups} />
    </Combobox>
  );
}
