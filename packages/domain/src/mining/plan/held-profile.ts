/** A profile that people have today, in the people and cylinders of a run. */
export type HeldProfile = {
  id: string;
  name: string;
  /** Ascending, as are the cylinders. */
  people: Int32Array;
  cylinders: Int32Array;
  /** When it opens: number of a schedule. */
  hours: number;
  /** A key system holds it and no one else keeps it, and all of it is known here: a plan that means the same takes it over. */
  isFree: boolean;
};
