/** What can be wrong with a part of a sheet, and what to do. */
export const planMessages = {
  unknownCylinder:
    'Names no cylinder of this key system. Correct the marking, or read the inventory if the cylinder is new. Stored without a cylinder until then.',
  severalCylinders:
    'Fits several cylinders. Write the marking instead of the name. Stored without a cylinder until then.',
  cylinderTwice: (first: string) => `This cylinder stands in column ${first} already. Keep one of the two columns.`,
  labelTwice: (first: string) => `The same text stands in column ${first} already. Keep one of the two columns.`,
  textColumn: 'This column holds text instead of marks and names no cylinder. It is left out.',
  noHeader: 'There are marks below, but no cylinder is named. Write its marking into the header, or clear the column.',
  unknownRow:
    'Names no key and no person of this key system. Correct it, or read the inventory if the key or person is new. Stored as text until then.',
  severalRecords:
    'Fits several keys or persons. Write the marking of the key or the employee number instead. Stored as text until then.',
  rowTwice: (first: number) =>
    `This key or person stands in row ${first} already. Put the marks into one of the two rows.`,
  textRow: 'This row holds text or figures instead of marks and names no key or person. It is left out.',
  noLabel:
    'There are marks in this row, but no key or person is named. Name one in the first column, or clear the row.',
  longRow: 'This row goes on beyond the last cylinder. Name the cylinder in the header, or clear the cells.',
  unclearMark: 'Not a mark. Write x for a right, and leave the cell empty for none.',
} as const;
