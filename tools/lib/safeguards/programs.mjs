const tokens = { project: 'api', file: 'apps/server/src/features/api-tokens/api-tokens.api.test.ts' };
const deliveries = { project: 'api', file: 'apps/server/src/features/webhooks/deliveries.api.test.ts' };
const actors = 'apps/server/src/platform/sign-in/token-actors.ts';

/** Of API tokens, webhooks and recovery codes. */
export const ofPrograms = [
  {
    name: 'programs: the former secret of a webhook ends',
    file: 'apps/server/src/features/webhooks/call-receiver.ts',
    edits: [[' && previous_until && previous_until > at;', ';']],
    test: { ...deliveries, name: 'is signed with both secrets for 24 hours after a rotation' },
  },
  {
    name: 'programs: a webhook that is gone is switched off',
    file: 'apps/server/src/features/webhooks/send-webhooks.ts',
    edits: [["attempt.error === 'gone' ? 'gone' : ", '']],
    test: { ...deliveries, name: 'that answers 410 Gone is switched off at once' },
  },
  {
    name: 'programs: a token reaches no place outside those of its owner',
    file: actors,
    edits: [['{placesInside} as places', '{sql`token.places`} as places']],
    test: { ...tokens, name: 'reaches the places that stand within those of its owner now' },
  },
  {
    name: 'programs: a token ends as the policy says',
    file: actors,
    edits: [["{apiTokenEnd('token')} > ", "{sql`'infinity'::timestamptz`} > "]],
    test: { ...tokens, name: 'refuses a longer time, and ends tokens that exist' },
  },
  {
    name: 'programs: the former secret of a token ends',
    file: actors,
    edits: [['token.former_until > ', "'infinity'::timestamptz > "]],
    test: { ...tokens, name: 'gives a new secret; the former one works for a day more' },
  },
  {
    name: 'programs: a recovery code is hashed with a key',
    file: 'apps/server/src/features/second-factors/recovery-codes.ts',
    edits: [['secrets.hash(plainCode(typed), `recovery:', 'hashToken(plainCode(typed) || `']],
    test: {
      project: 'api',
      file: 'apps/server/src/features/auth/second-step.api.test.ts',
      name: 'is stored under a key; one from before that counts once',
    },
  },
];
