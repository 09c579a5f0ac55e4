/** The staff list as a kind of identity source, and how the wizard offers it. */
export const csv = {
  name: 'Staff list (CSV)',
  offer: {
    name: 'Staff list',
    text: 'A CSV file, for example from HR. You upload it when it has changed.',
  },
};
