/** One visible entry of an axis: a row or a column, a leaf or a group. */
export type MatrixEntry = {
  /** Stable across opening, sorting and reloading. */
  key: string;
  label: string;
  /** The label without the names of surrounding groups; drawn as the heading. */
  short?: string;
  /** Shown beside the label: a marking, an employee id. */
  detail?: string;
  /** 0 for the outermost. */
  depth: number;
  /** Undefined for a leaf. */
  isOpen?: boolean;
  /** The number of people or doors it stands for. */
  size: number;
  /** Deserves a look: a key that is unknown to the key system. */
  isOdd?: boolean;
};

/** An open group shown over its content, without an entry of its own. */
export type MatrixBand = {
  key: string;
  label: string;
  /** Index of its first entry, and of the one after its last. */
  start: number;
  end: number;
};

/** The visible rows or columns. Indexes change when a group opens or closes; keys do not. */
export type MatrixAxis = {
  length: number;
  /** Undefined if not loaded. */
  at(index: number): MatrixEntry | undefined;
  /** Outermost level first; each level in order, without overlaps. */
  bands: readonly (readonly MatrixBand[])[];
  /** Pairs of people and doors with access, over the whole row or column. */
  total?(index: number): number | undefined;
  /** Opens or closes a group. */
  toggle?(key: string): void;
  /** Keys of the matches, in order, including those in closed groups. */
  find?(text: string): readonly string[] | Promise<readonly string[]>;
  /** The current index of an entry, or of the closed group that contains it. Neither opens nor loads anything. */
  indexOf(key: string): number | undefined;
  /** Opens the groups around an entry, and shows it if it is filtered out; visible from the next render on. */
  reveal?(key: string): void;
};

/** How a person gets access to a door; determines the shape of the symbol. */
export type MatrixWay = 'direct' | 'door' | 'group' | 'place' | 'profile';

/** The content of a crossing. */
export type MatrixCell = {
  /** The share of pairs of people and doors with access; 0 to 1. */
  share: number;
  /** The strongest way: direct before door before group before place before profile. */
  way?: MatrixWay;
  /** Not at all times. */
  isLimited?: boolean;
  /** Between the two compared sides; `both` if some gain and others lose. */
  change?: 'gained' | 'lost' | 'both';
  /** In force but not recorded yet, or recorded but no longer in force. */
  isPending?: boolean;
  /** Rules give different hours to some people here. */
  hasConflict?: boolean;
};

/**
 * The data of a matrix. Every call returns at once; data that is not loaded is undefined, and the next `version`
 * brings it.
 */
export type MatrixSource = {
  rows: MatrixAxis;
  columns: MatrixAxis;
  /** Undefined if not loaded. Must take well under a microsecond: called for each cell of each frame. */
  cell(row: number, column: number): MatrixCell | undefined;
  /** A few words for wide cells: hours, a count. */
  text?(row: number, column: number): string | undefined;
  /** A crossing in words for screen readers, where its symbols mean something else than usual. */
  words?(row: number, column: number): string;
  /** Changes whenever any of the above does, so that no cached drawing is reused. */
  version: number | string;
  /** Notifies of a new `version` of the same source; absent for sources that never change. */
  subscribe?(onChange: () => void): () => void;
};

/**
 * A crossing by its index on both axes. A negative row is a heading: -1 the label, -2 the band above it, and so on;
 * column -1 is the heading of the row.
 */
export type MatrixPlace = { row: number; column: number };

/** A rectangle of crossings, both corners included. */
export type MatrixArea = { rows: [first: number, last: number]; columns: [first: number, last: number] };
