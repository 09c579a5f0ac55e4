import { foldText } from '@key2xs/domain';

/**
 * One username however it was typed: in any case and width, composed or not, with or without invisible characters.
 * `admin.username_folded` holds what this answers, so whoever changes it folds every stored name anew in a migration.
 */
export const foldUsername = (username: string): string => foldText(username.replaceAll('\0', '\uFFFD')); // the one character that PostgreSQL cannot store
