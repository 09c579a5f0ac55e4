/**
 * For the lists of choices in a drawer: they open inside it, where a screen reader looks for them, and scroll themselves,
 * so that the arrow keys reach what is out of sight.
 */
export const listInPlace = {
  comboboxProps: { withinPortal: false },
  withScrollArea: false,
  styles: { options: { maxHeight: 280, overflowY: 'auto' } },
} as const;

/** The same for several choices: the frame around the chips shows the focus, not the gap between them. */
export const choicesInPlace = {
  ...listInPlace,
  styles: { ...listInPlace.styles, inputField: { outline: 'none' } },
} as const;
