import type { KeyboardEvent } from 'react';

/**
 * For dropdowns in a drawer: they open inside it, where screen readers find them, and scroll on their own, so that the
 * arrow keys reach hidden options.
 */
export const listInPlace = {
  comboboxProps: { withinPortal: false },
  withScrollArea: false,
  styles: { options: { maxHeight: 280, overflowY: 'auto' } },
} as const;

/**
 * The same for multiple choice: the border around the chips shows the focus. While somebody types, Enter takes the first
 * match; it never submits the form around it.
 */
export const choicesInPlace = {
  ...listInPlace,
  selectFirstOptionOnChange: true,
  onKeyDown: (event: KeyboardEvent) => {
    if (event.key === 'Enter') event.preventDefault();
  },
  styles: { ...listInPlace.styles, inputField: { outline: 'none' } },
} as const;
