/**
 * `npm run test:deep` takes a journey in every way; `npm test` in the one that asks most of the screens: a keyboard needs all
 * that a mouse needs, and that the focus is never lost.
 */
export const takesEveryWay = process.env.TEST_EVERY_WAY === 'true';
