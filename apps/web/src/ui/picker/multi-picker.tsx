import { Combobox, Pill, PillsInput } from '@mantine/core';
import { type KeyboardEvent, type Ref, useId } from 'react';
import { ChoiceList } from './choice-list';
import { type Choice, type PickerSearch, usePicker } from './use-picker';

type Props = PickerSearch & {
  label: string;
  description: string;
  error?: string | undefined;
  /** Nothing has to be chosen. */
  isOptional?: boolean;
  chosen: readonly Choice[];
  onRemove: (value: string) => void;
  /** Of the button that removes a selected value. */
  removeLabelOf: (label: string) => string;
  /** Called on Enter when something is selected and nothing is typed. */
  onDone?: (() => void) | undefined;
  ref?: Ref<HTMLInputElement>;
};

/** Selects several values by search. Selected values are in the field; Backspace removes the last one. */
export function MultiPicker(props: Props) {
  const {
    label,
    description,
    error,
    isOptional = false,
    chosen,
    onRemove,
    removeLabelOf,
    onDone,
    ref,
    ...search
  } = props;
  const picker = usePicker({ ...search, onDone: chosen.length > 0 ? onDone : undefined });
  const id = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    picker.onKeyDown(event);
    const last = chosen.at(-1);
    if (event.key === 'Backspace' && search.typed === '' && last) onRemove(last.value);
  };
  return (
    <Combobox store={picker.store} onOptionSubmit={picker.choose} withinPortal={false}>
      <Combobox.DropdownTarget>
        <PillsInput
          id={id}
          label={label}
          description={description}
          required={!isOptional}
          error={error}
          onClick={() => picker.store.openDropdown()}
        >
          <Pill.Group>
            {chosen.map(({ value, label: name }) => (
              <Pill
                key={value}
                withRemoveButton
                onRemove={() => {
                  onRemove(value);
                  picker.store.focusTarget();
                }}
                removeButtonProps={{ 'aria-label': removeLabelOf(name), 'aria-hidden': false, tabIndex: 0 }}
              >
                {name}
              </Pill>
            ))}
            <Combobox.EventsTarget withExpandedAttribute {...picker.marked}>
              <PillsInput.Field
                ref={ref}
                id={id}
                value={search.typed}
                style={{ outline: 'none' }} // The border around the chips shows the focus.
                onChange={(event) => picker.onType(event.currentTarget.value)}
                onKeyDown={onKeyDown}
                onBlur={() => picker.store.closeDropdown()}
              />
            </Combobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <ChoiceList label={label} groups={search.groups} />
    </Combobox>
  );
}
