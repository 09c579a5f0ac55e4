/** Names a right in a failure. */
export const rightName = ({ people, cylinders }, person, cylinder) =>
  `The right of ${people[person]} at ${cylinders[cylinder]}`;
