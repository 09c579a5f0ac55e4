import { Combobox } from '@mantine/core';
import type { Choice, ChoiceGroup } from './use-picker';

/** The matches below a picker, each group under its heading. It scrolls on its own and is not in the tab order. */
export function ChoiceList({ label, groups }: { label: string; groups: readonly ChoiceGroup[] }) {
  const shown = groups.filter(({ choices }) => choices.length > 0);
  return (
    <Combobox.Dropdown hidden={shown.length === 0}>
      <Combobox.Options aria-label={label} tabIndex={-1} style={{ maxHeight: 280, overflowY: 'auto' }}>
        {shown.map((group, index) =>
          group.label === undefined ? (
            <Choices key={index.toString()} choices={group.choices} />
          ) : (
            <Combobox.Group key={group.label} label={group.label}>
              <Choices choices={group.choices} />
            </Combobox.Group>
          ),
        )}
      </Combobox.Options>
    </Combobox.Dropdown>
  );
}

function Choices({ choices }: { choices: readonly Choice[] }) {
  return choices.map(({ value, label }) => (
    <Combobox.Option key={value} value={value}>
      {label}
    </Combobox.Option>
  ));
}
