/** What can be wrong with a key plan and with questions about access. */
export const noLines = 'Name people, departments or job titles.';
export const idOfAsked = 'Name what is asked about by its id.';
export const shortId = 'An id of small letters and digits';
export const subjects = 'subjects array is required and must not be empty.';
export const objects = 'objects array is required and must not be empty.';
export const ruleType = 'Unsupported rule type: {{type}}';
export const userById = 'A user or a group is named by its id.';
export const side = 'in_force, draft, off or the number of a version';
export const samePeople = 'The same people once.';
export const sameDoors = 'The same doors once.';
export const sameId = 'Each id once.';
export const sameGrant = 'One grant for a row and a column.';
export const grantOfNothing = 'Name a row, a column and a time of this wizard.';
