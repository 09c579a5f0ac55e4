import { Popover, type PopoverProps } from '@mantine/core';
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { useFocusReturn } from '#ui/overlay/focus-return';

export type PanelProps = {
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
  button: ReactElement;
  width: PopoverProps['width'];
  /** Padding and accessible name of the panel. */
  dropdown: Pick<ComponentProps<typeof Popover.Dropdown>, 'p' | 'aria-label' | 'aria-labelledby'>;
  children: ReactNode;
};

/** Opens below its button; a click outside closes it. */
export function Panel({ isOpen, onChange, button, width, dropdown, children }: PanelProps) {
  return (
    <Popover opened={isOpen} onChange={onChange} position="bottom-end" width={width} trapFocus>
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown {...dropdown}>
        <Content>{children}</Content>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Mounted while the panel is open. */
function Content({ children }: { children: ReactNode }) {
  useFocusReturn();
  return children;
}
