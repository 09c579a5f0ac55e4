/** What can be wrong with a name or password to sign in with. */
export const username = 'Letters, digits, dots, hyphens, underscores and @ only';
export const password = 'At least 15 characters; a sentence works well';
