/**
 * `npm run test:deep` runs a journey in all input modes; `npm test` in the most demanding one: the keyboard needs all that a
 * mouse needs, and that the focus is never lost.
 */
export const takesEveryWay = process.env.TEST_EVERY_WAY === 'true';
