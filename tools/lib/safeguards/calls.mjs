const src = 'apps/web/src';
const projectOf = (file) => (/(\.tsx|\.dom\.test\.ts)$/.test(file) ? 'web' : 'unit');
const web = (file, name) => ({ project: projectOf(file), file: `${src}/${file}`, name });

/** Safeguards of API calls and the session in a browser. */
export const inCalls = [
  {
    name: 'an answer against its contract is not shown',
    file: `${src}/lib/calls/call.ts`,
    edits: [['if (parsed.success) return parsed.data as Output<E>;', 'if (parsed) return body as Output<E>;']],
    test: web('lib/calls/call.dom.test.ts', 'is a plain sentence when the answer does not match the contract'),
  },
  {
    name: 'a 401 ends the session',
    file: `${src}/lib/calls/send.ts`,
    edits: [['  session.end(fresh === token);\n  return response;', '  return response;']],
    test: web('lib/calls/call.dom.test.ts', '401 ends the session'),
  },
  {
    name: 'a wrong password ends no session',
    file: `${src}/lib/calls/send.ts`,
    edits: [
      ["response.status !== 401 || (await codeOf(response)) === 'invalid_credentials'", 'response.status !== 401'],
    ],
    test: web('lib/calls/call.dom.test.ts', 'keeps the session when only a password was wrong'),
  },
  {
    name: 'the version that was read is sent',
    file: `${src}/lib/calls/send.ts`,
    edits: [['if (options.ifMatch !== undefined) request', 'if (options.ifMatch === 0) request']],
    test: web('lib/calls/call.dom.test.ts', 'carries token and version'),
  },
  {
    name: 'a call that creates is repeated under its key',
    file: `${src}/lib/calls/send-once.ts`,
    edits: [['  } catch (error) {\n    intent.keep();', '  } catch (error) {\n    intent.end();']],
    test: web('lib/calls/send-once.dom.test.ts', 'the key of a call'),
  },
  {
    name: 'refusals are not asked again',
    file: `${src}/lib/calls/retry.ts`,
    edits: [['error instanceof ApiError && error.status >= 500;', 'error instanceof ApiError;']],
    test: web('lib/calls/retry.dom.test.ts', 'a read that failed'),
  },
  {
    name: 'a signed-out user stays signed out',
    file: `${src}/lib/session/session-store.ts`,
    edits: [['if (this.#stored()?.token === before) this.#save(granted);', 'if (before) this.#save(granted);']],
    test: web('lib/session/session-store.dom.test.ts', 'stay logged out when they log out during a refresh'),
  },
  {
    name: 'a session that ends is told',
    file: `${src}/lib/session/session-store.ts`,
    edits: [['    for (const listener of this.#endListeners) listener();\n', '']],
    test: web('lib/session/session-store.dom.test.ts', 'is reported at most once a second'),
  },
  {
    name: 'no data of another user is left in the tab',
    file: `${src}/lib/session/session-store.ts`,
    edits: [
      [
        '    this.#deps.shared.write({ sync_tasks: undefined });\n    this.#deps.discardDrafts();\n',
        '    this.#deps.shared.write({ sync_tasks: undefined });\n',
      ],
    ],
    test: web('lib/session/session-store.dom.test.ts', 'discards the drafts of the previous user'),
  },
  {
    name: 'sub-admins are kept out',
    file: `${src}/app/guard/guard.ts`,
    edits: [["? 'open' : 'forbidden';\n}", "? 'open' : 'open';\n}"]],
    test: web('app/guard/guard.dom.test.ts', 'keeps sub-admins out of /people'),
  },
  {
    name: 'what a write changes is read again',
    file: `${src}/data/calls/refetching.ts`,
    edits: [["'none' in changes || (await refetch(client, changes))", "'none' in changes || changes.length === 0"]],
    test: web('data/calls/refetching.test.tsx', "reads again after 'moving a place'"),
  },
  {
    name: 'what hangs on it is read again too',
    file: `${src}/data/calls/refetching.ts`,
    edits: [['= affectedBy(changed);', '= new Set(changed);']],
    test: web('data/calls/refetching.test.tsx', "reads again after 'moving a place'"),
  },
  {
    name: 'an outage is no empty list',
    file: `${src}/app/frame/banners/outage-notice.tsx`,
    edits: [['const reason = state.fetchFailureReason ?? state.error;', 'const reason = state.error;']],
    test: web('app/frame/banners/outage-notice.test.tsx', 'explains an outage instead of showing an empty list'),
  },
  {
    name: 'a run that is watched is read again',
    file: `${src}/data/tasks/sync.ts`,
    edits: [['(state.data && isFinished(state.data)) ? false : POLL_MS', 'state.data ? false : POLL_MS']],
    test: web('features/tasks/task-page.test.tsx', 'follows it to its end'),
  },
  {
    name: 'what live updates have missed is read again',
    file: `${src}/data/live/show-updates.ts`,
    edits: [['const onLoss = () => void readAllAgain(client);', 'const onLoss = () => undefined;']],
    test: web('data/live/use-live-updates.test.tsx', 'fall back to polling when the connection breaks'),
  },
];
