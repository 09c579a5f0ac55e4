/** What is said of locking plans and of the sheets they are read from. */
export const lockingPlan = {
  noneUpload: "'{{name}}' has no locking plan. Upload a file, review it and store it.",
  none: "'{{name}}' has no locking plan.",
  noCylinders: "No cylinder of '{{name}}' is known yet. Read its inventory, then upload the plan again.",
  changed: 'Someone else changed this locking plan. Review it, then decide again.',
  readMeanwhile: 'The inventory of this key system has been read in the meantime. Store the plan again.',
  noCylinder:
    "'{{label}}' is no cylinder of this key system. The inventory may have changed since the sheet was read: upload it again.",
  noRecord:
    "'{{label}}' is no {{kind}} of this key system. The inventory may have changed since the sheet was read: upload it again.",
  twoColumns: "The cylinder of '{{label}}' has two columns. Keep one.",
  twoRows: "The {{kind}} of '{{label}}' has two rows. Keep one.",
  kinds: { key: 'key', person: 'person' },
  rightsNotRising: "The rights of '{{label}}' must be rising places of columns.",
  unknownWithRecord: "'{{label}}' is unknown and cannot have a record.",
} as const;

/** Why a sheet cannot be read as a locking plan. */
export const sheet = {
  fileEmpty: 'This file is empty. Choose the file with the locking plan.',
  empty: 'This sheet is empty. Choose the file with the locking plan.',
  oldWorkbook:
    'This is a workbook in the old Excel format (.xls). Open it in Excel, save it as "Excel Workbook (.xlsx)" and upload that.',
  picture: 'This is a picture or a PDF of a plan. Upload the sheet itself as .xlsx or CSV.',
  notASheet:
    'This file is neither CSV nor an Excel workbook (.xlsx). Open it in a spreadsheet program, save it as one of these and upload that.',
  unknownEncoding: 'The characters of this file are in no known encoding. Save it as "CSV UTF-8" and upload it again.',
  encrypted:
    'This workbook is protected by a password. Open it in Excel, remove the password (File, Info, Protect Workbook) and upload it again.',
  damaged:
    'This workbook is damaged or only a part of it has arrived. Open it in Excel, save it again and upload that.',
  tooLarge:
    'Unpacked, this workbook is far larger than a locking plan. Copy the cells with the plan into a new workbook and upload that.',
  tooMuchText:
    'This workbook holds far more text than a locking plan. Copy the cells with the plan into a new workbook and upload that.',
  notAWorkbook:
    'This archive is not an Excel workbook (.xlsx). Open the plan in a spreadsheet program, save it as .xlsx or CSV and upload that.',
  oddParts: 'This workbook has parts that no spreadsheet program writes. Save it again and upload that.',
  tooManyColumns: 'This sheet has more columns than a spreadsheet can have.',
  tooManyCells:
    'More than 5,000,000 cells of this sheet are filled. Leave cells without a right empty, or split the plan, and upload it again.',
  noHeader:
    'No row of this sheet names a cylinder of this key system. Check that the plan is for this key system, that the markings are in one row above the marks, and that the inventory has been read.',
  noLabels:
    'This sheet names a cylinder in its first column. Put the markings of the keys, or the names of the persons, into the first column.',
  sideways:
    'This sheet has the cylinders in its rows. Swap rows and columns, in Excel by "Paste Special, Transpose", so that each row is a key or a person, and upload it again.',
  tooManyCylinders: 'A locking plan can have at most 20,000 cylinders. Split it.',
  tooManyRows: 'A locking plan can have at most 100,000 rows. Split it.',
  tooManyRights:
    'This plan has more rights than can be stored as one. Split it by building, or put a group of cylinders into one plan each.',
  noRows:
    'Below the markings of the cylinders no row names a key or a person. Name them in the first column and upload the sheet again.',
} as const;

/** What can be wrong with a part of a sheet, and what to do. */
export const sheetProblem = {
  unknownCylinder:
    'Names no cylinder of this key system. Correct the marking, or read the inventory if the cylinder is new. Stored without a cylinder until then.',
  severalCylinders:
    'Fits several cylinders. Write the marking instead of the name. Stored without a cylinder until then.',
  cylinderTwice: 'This cylinder is already in column {{first}}. Keep one of the two columns.',
  labelTwice: 'The same text is already in column {{first}}. Keep one of the two columns.',
  textColumn: 'This column holds text instead of marks and names no cylinder. It is left out.',
  noHeader: 'There are marks below, but no cylinder is named. Write its marking into the header, or clear the column.',
  unknownRow:
    'Names no key and no person of this key system. Correct it, or read the inventory if the key or person is new. Stored as text until then.',
  severalRecords:
    'Fits several keys or persons. Write the marking of the key or the employee number instead. Stored as text until then.',
  rowTwice: 'This key or person is already in row {{first}}. Put the marks into one of the two rows.',
  textRow: 'This row holds text or figures instead of marks and names no key or person. It is left out.',
  noLabel:
    'There are marks in this row, but no key or person is named. Name one in the first column, or clear the row.',
  longRow: 'This row continues beyond the last cylinder.  Name the cylinder in the header, or clear the cells.',
  unclearMark: 'Not a mark. Write x for a right, and leave the cell empty for none.',
} as const;
