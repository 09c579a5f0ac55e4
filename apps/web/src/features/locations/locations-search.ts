/** The part of the URL beside the list of cylinders: a place, unplaced cylinders, or changed texts. */
export type LocationsSearch = { view?: 'owner' | 'double' | 'proposal' | 'plan' };
