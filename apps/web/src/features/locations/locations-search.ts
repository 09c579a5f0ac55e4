/** What is shown besides the list of cylinders, whose filters say the rest: which place, unplaced, changed texts. */
export type LocationsSearch = { view?: 'owner' | 'double' | 'proposal' };
