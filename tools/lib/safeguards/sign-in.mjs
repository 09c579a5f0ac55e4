const auth = 'apps/server/src/features/auth';
const factors = 'apps/server/src/features/second-factors';
const platform = 'apps/server/src/platform/sign-in';
const api = (file, name) => ({ project: 'api', file: `${auth}/${file}.api.test.ts`, name });

/** Of a sign-in with a second factor. */
export const inSignIn = [
  {
    name: 'no session before the second factor',
    file: 'packages/domain/src/sign-in/sign-in-state.ts',
    edits: [['if (hasTotp || hasPasskey) {', 'if (hasPasskey) {']],
    test: {
      project: 'unit',
      file: 'packages/domain/src/sign-in/sign-in-state.test.ts',
      name: 'reaches no session without the steps that the last facts demand',
    },
  },
  {
    name: 'a code of an app works once',
    file: `${factors}/totp-factor.ts`,
    edits: [["    .where('last_step', '<', String(step))\n", '']],
    test: api('second-step', 'takes a code once, none of an earlier step'),
  },
  {
    name: 'a recovery code works once',
    file: `${factors}/recovery-codes.ts`,
    edits: [
      // the count has such a line, too
      ["hashToken(plainCode(typed))])\n    .where('used_at', 'is', null)\n", 'hashToken(plainCode(typed))])\n'],
    ],
    test: api('second-step', 'is used once by two processes'),
  },
  {
    name: 'a right password alone forgives nothing',
    file: `${platform}/login-limits.ts`,
    edits: [['if (checked.isStarted) {', 'if (checked.isStarted && !checked.isRight) {']],
    test: api('second-step', 'forgives wrong passwords only after the code'),
  },
  {
    name: 'codes are limited',
    file: `${platform}/login-limits.ts`,
    edits: [['await counted(deps, isKnown ? [own] : [own, shared], check);', 'await check();']],
    test: api('second-step', 'refuses the eleventh code after ten wrong ones'),
  },
  {
    name: 'access that ends ends sign-ins under way',
    file: `${platform}/sessions.ts`,
    edits: [["  await tx.deleteFrom('sign_in_attempt').where('admin_id', '=', adminId).execute();\n", '']],
    test: api('second-step', 'ends with the access of its administrator'),
  },
  {
    name: 'a passkey is used by its owner',
    file: `${factors}/passkeys.ts`,
    edits: [
      [
        '    requireUserVerification: true,\n    // The library',
        '    requireUserVerification: false,\n    // The library',
      ],
      [' || !verified.authenticationInfo.userVerified', ''],
    ],
    test: api('passkeys', 'is refused without its user verified'),
  },
  {
    name: 'the counter of a passkey goes on',
    file: `${factors}/passkeys.ts`,
    edits: [["q('counter', '<', String(counter))", "q('counter', '>=', '0')"]],
    test: api('passkeys', 'is refused when its counter has not gone on'),
  },
  {
    name: 'a challenge is for one purpose',
    file: `${factors}/passkey-challenges.ts`,
    edits: [["    .where('purpose', '=', purpose)\n", '']],
    test: api('passkeys', 'answers a challenge once'),
  },
];
