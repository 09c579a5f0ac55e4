import { hash } from 'node:crypto';

const plain = /^[1-9a-z][0-9a-z-]{0,99}$/;

/**
 * The id of a group in letters that stay the same when texts are compared without regard to case, so that groups whose
 * ids differ in case alone are two. Ids of plain letters are their own key.
 */
export const keyOfGroup = (id: string): string => (plain.test(id) ? id : `0${hash('sha256', id)}`);
