/** One entry of an axis as it is shown: a row or a column, a leaf or a group. */
export type MatrixEntry = {
  /** Stable through opening, sorting and reading again. */
  key: string;
  label: string;
  /** The label without what the groups around it say already; what is painted as its heading. */
  short?: string;
  /** Said beside the label: a marking, an employee id. */
  detail?: string;
  /** 0 for the outermost. */
  depth: number;
  /** Undefined: a leaf. */
  isOpen?: boolean;
  /** How many people or doors it stands for. */
  size: number;
  /** Worth a look: a key that the key system does not know. */
  isOdd?: boolean;
};

/** An open group that stands over what is inside, without an entry of its own. */
export type MatrixBand = {
  key: string;
  label: string;
  /** Index of its first entry, and of the one after its last. */
  start: number;
  end: number;
};

/** Rows or columns as they are shown. Indexes change when a group opens or closes; keys do not. */
export type MatrixAxis = {
  length: number;
  /** Undefined: not loaded. */
  at(index: number): MatrixEntry | undefined;
  /** Outermost level first; each level in order, without overlaps. */
  bands: readonly (readonly MatrixBand[])[];
  /** Pairs of people and doors that may open, over the whole row or column. */
  total?(index: number): number | undefined;
  /** Opens or closes a group. */
  toggle?(key: string): void;
  /** Keys of what matches, in order, also inside closed groups. */
  find?(text: string): readonly string[] | Promise<readonly string[]>;
  /** Where an entry stands now; of one in a closed group, where that group stands. Opens and reads nothing. */
  indexOf(key: string): number | undefined;
  /** Opens the groups around an entry and shows it where it is left out; it stands there from the next render on. */
  reveal?(key: string): void;
};

/** How somebody comes to a door; the shape of the symbol. */
export type MatrixWay = 'direct' | 'door' | 'group' | 'place' | 'profile';

/** What stands at a crossing. */
export type MatrixCell = {
  /** Of the pairs of people and doors at the crossing, the share that may open; 0 to 1. */
  share: number;
  /** The strongest way: direct before door before group before place before profile. */
  way?: MatrixWay;
  /** Not at all times. */
  isLimited?: boolean;
  /** Between the two sides compared; both where some gain and others lose. */
  change?: 'gained' | 'lost' | 'both';
  /** In force and not recorded yet, or recorded and no longer in force. */
  isPending?: boolean;
  /** Rules give different hours to somebody here. */
  hasConflict?: boolean;
};

/** What a matrix shows. All of it answers at once; what is not loaded yet is undefined, and the next `version` brings it. */
export type MatrixSource = {
  rows: MatrixAxis;
  columns: MatrixAxis;
  /** Undefined: not loaded. Must take well under a microsecond: it is asked for each cell of each frame. */
  cell(row: number, column: number): MatrixCell | undefined;
  /** A few words for wide cells: hours, a count. */
  text?(row: number, column: number): string | undefined;
  /** Changes whenever anything of the above does, so that nothing drawn before is used again. */
  version: number | string;
  /** Says when `version` has changed without a new source; a source that never changes leaves it out. */
  subscribe?(onChange: () => void): () => void;
};

/** A crossing by its place on both axes. A negative row is a heading: -1 the label, -2 the band above it, and so on; column -1 is the heading of the row. */
export type MatrixPlace = { row: number; column: number };

/** A rectangle of crossings, both corners included. */
export type MatrixArea = { rows: [first: number, last: number]; columns: [first: number, last: number] };
