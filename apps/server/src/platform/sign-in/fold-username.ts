import { foldText } from '@key2xs/domain';

/**
 * One form of a username, whatever its case, width, composition or invisible characters. Stored in
 * `admin.username_folded`: a change here needs a migration that folds every stored name again.
 */
export const foldUsername = (username: string): string => foldText(username.replaceAll('\0', '\uFFFD')); // PostgreSQL cannot store NUL
