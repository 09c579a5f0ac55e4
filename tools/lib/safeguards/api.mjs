const every = { project: 'api', file: 'apps/server/test/every-endpoint.api.test.ts' };
const places = { project: 'api', file: 'apps/server/src/features/locations/routes.api.test.ts' };
const door = 'apps/server/src/platform/http/request-guard.ts';

/** Safeguards of what API tests check with every call, and of all endpoints. */
export const inApi = [
  {
    name: 'api: a read records nothing',
    file: 'apps/server/src/platform/http/route.ts',
    edits: [
      [
        'const handled = await handle(call);',
        `const handled = await handle(call);
        if (request.method === 'GET') {
          const { recordEvent } = await import('../audit/audit');
          await deps.db.transaction().execute((tx) => recordEvent(tx, call.caller, 'location.created'));
        }`,
      ],
    ],
    test: { ...places, name: 'stand in wider ones' },
  },
  {
    name: 'api: a change is recorded',
    file: 'apps/server/src/features/locations/merge.ts',
    edits: [["await recordEvent(tx, caller, 'location.deleted', { id, details });", '']],
    test: { ...places, name: 'are deleted only when empty' },
  },
  {
    name: 'api: a change is recorded once',
    file: 'apps/server/src/features/locations/merge.ts',
    edits: [
      [
        "await recordEvent(tx, caller, 'location.deleted', { id, details });",
        `await recordEvent(tx, caller, 'location.deleted', { id, details });
    await recordEvent(tx, caller, 'location.merged', { id, details });`,
      ],
    ],
    test: { ...places, name: 'are deleted only when empty' },
  },
  {
    name: 'api: no token',
    file: door,
    edits: [
      ['  if (!actor)\n    throw new AppError(', '  if (!actor) return;\n  if (!actor)\n    throw new AppError('],
    ],
    test: { ...every, name: 'GET /key-plan/cylinders' },
  },
  {
    name: 'api: roles',
    file: door,
    edits: [['if (!isOpenTo(endpoint, actor)) {', 'if (endpoint.needs && !isOpenTo(endpoint, actor)) {']],
    test: { ...every, name: 'PUT /settings/sign-in-policy' },
  },
  {
    name: 'api: functions',
    file: door,
    edits: [['if (!isOpenTo(endpoint, actor)) {', 'if (!endpoint.needs && !isOpenTo(endpoint, actor)) {']],
    test: { ...every, name: 'GET /key-plan/cylinders' },
  },
  {
    name: 'api: a trailing slash',
    file: 'apps/server/src/app.ts',
    edits: [['ignoreTrailingSlash: true', 'ignoreTrailingSlash: false']],
    test: { ...every, name: 'GET /key-plan/cylinders' },
  },
  {
    name: 'api: nothing of a refused body is read',
    file: door,
    edits: [['if (isBodyAhead && !request.raw.complete) request.raw.socket.pause();', '']],
    test: { ...every, name: 'POST /key-plan/cylinders' },
  },
  {
    name: 'api: too much',
    file: door,
    edits: [['if (Number(length) > takenBodyOf(endpoint).maxBytes) throw tooLarge(endpoint);', '']],
    test: { ...every, name: 'POST /auth/entra/setup/application/:session' },
  },
  {
    name: 'api: compressed',
    file: door,
    edits: [["if (coding !== 'identity')", "if (coding === 'none')"]],
    test: { ...every, name: 'POST /key-plan/cylinders' },
  },
];
