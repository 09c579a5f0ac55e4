/** What can be wrong with the question for a list. */
export const sortBy = 'Sort by one of: {{names}}';
