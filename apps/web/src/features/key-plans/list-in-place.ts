/**
 * For dropdowns in a drawer: they open inside it, where screen readers find them, and scroll on their own, so that the
 * arrow keys reach hidden options.
 */
export const listInPlace = {
  comboboxProps: { withinPortal: false },
  withScrollArea: false,
  styles: { options: { maxHeight: 280, overflowY: 'auto' } },
} as const;

/** The same for multiple choice: the border around the chips shows the focus. */
export const choicesInPlace = {
  ...listInPlace,
  styles: { ...listInPlace.styles, inputField: { outline: 'none' } },
} as const;
