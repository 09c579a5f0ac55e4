const features = 'apps/server/src/features';
const plans = `${features}/plans`;
const tests = 'apps/server/test';
const api = (file, name) => ({ project: 'api', file: `${file}.api.test.ts`, name });
const seen = api(`${tests}/visibility`, 'return only visible records');
const same = api(`${tests}/scope`, 'reads return the same, whatever exists outside it');
const crossed = (name) => api(`${tests}/crossed-ids`, name);

/** Safeguards of visibility, and of the right to change and activate. */
export const inScope = [
  {
    name: 'people without the right to see something read none of it',
    file: 'apps/server/src/platform/visible-to.ts',
    edits: [['sees(viewer, resource) ? sql<boolean>`true` : sql<boolean>`false`', 'sql<boolean>`true`']],
    test: seen,
  },
  {
    name: 'a query that asks what its reader may see',
    file: `${plans}/parts/profile-queries.ts`,
    edits: [
      ["where('profile.id', '=', id).where(visibleTo(reader.viewer, 'key_plans'))", "where('profile.id', '=', id)"],
    ],
    test: seen,
  },
  {
    name: 'people outside a scope',
    file: `${features}/people/relation.ts`,
    edits: [['where folded = any(', 'where true or folded = any(']],
    test: same,
  },
  {
    name: 'an import notes how departments are folded',
    file: `${features}/iam/run/apply-people.ts`,
    edits: [['  await saveSpellings(tx, items);\n', '']],
    test: api(`${tests}/scope`, 'people are inside by any spelling of their department'),
  },
  {
    name: 'doors and places outside a scope',
    file: `${features}/locations/relation.ts`,
    edits: [['sql`select unnest(', 'sql`select id from location where true or id = any(']],
    test: same,
  },
  {
    name: 'keys of holders outside a scope',
    file: `${features}/keys/relation.ts`,
    edits: [['key.holder_identity is null or', 'true or']],
    test: same,
  },
  {
    name: 'access within a scope is not that of everybody',
    file: `${features}/access/live/restricted-access.ts`,
    edits: [['if (reader.viewer.scope === null) return first;', 'if (first) return first;']],
    test: same,
  },
  {
    name: 'a kept matrix is of one scope',
    file: `${features}/plan-views/matrix/kept-matrices.ts`,
    edits: [['sides.to, scopeKey(reader)]', 'sides.to]']],
    test: same,
  },
  {
    name: 'the session brings the scope',
    file: 'apps/server/src/platform/sign-in/actor-finder.ts',
    edits: [['case when scope.admin_id is not null', 'case when false']],
    test: same,
  },
  {
    name: 'a write finds nothing outside a scope',
    file: `${features}/locations/manage.ts`,
    edits: [['await findPlace(asCaller(tx, caller), id);', 'await findPlace(asCaller(tx, { actor: undefined }), id);']],
    test: api(`${tests}/scope`, 'writes do not find records outside it'),
  },
  {
    name: 'settings of connections in lists',
    file: 'apps/server/src/platform/visible-to.ts',
    edits: [['key_system_settings: [],', 'key_system_settings: adminFunctions,']],
    test: api(`${tests}/sub-admin`, 'gets no settings in lists of records that may not be opened'),
  },
  {
    name: 'names in access events',
    file: 'apps/server/src/platform/visible-to.ts',
    edits: [["event_names: ['reveal_access_events'],", 'event_names: adminFunctions,']],
    test: api(
      'apps/server/src/features/access-events/access-events',
      'a look is its owner’s alone, needs its right, and ends',
    ),
  },
  {
    name: 'a rule of another plan is not there',
    file: `${plans}/rules/rules.ts`,
    edits: [['if (!rule || (keyplan_id !== undefined && rule.keyplan_id !== keyplan_id))', 'if (!rule)']],
    test: crossed('GET /key-plan/:keyplan_id/access-rules/:rule_id'),
  },
  {
    name: 'a profile of another plan is not there',
    file: `${plans}/profiles/profiles.ts`,
    edits: [['if (!row || (keyplanId !== undefined && row.keyplan_id !== keyplanId))', 'if (!row)']],
    test: crossed('PUT /key-plan/keyplans/:keyplan_id/access-profiles/:profile_id'),
  },
  {
    name: 'a plan of another source is not there',
    file: `${plans}/settings/get-plan.ts`,
    edits: [["    .where('connection_id', '=', connectionId)\n", '']],
    test: crossed('GET /enhanced-keyplans/connections/:connection_id/keyplans/:keyplan_id/rules'),
  },
  {
    name: 'a plan that changed meanwhile is not deleted',
    file: `${plans}/settings/manage-plan.ts`,
    edits: [["    refuseOtherVersion(plan.version, expectedVersion, say('keyPlan.changed'));\n", '']],
    test: api(`${tests}/if-match`, 'deletes a key plan in the version it names'),
  },
  {
    name: 'the first of several sentences of the specification',
    file: 'apps/server/src/platform/http/request-guard.ts',
    edits: [
      [
        "if (multipart?.tooLarge) return new AppError('payload_too_large', say('asWritten', { text: multipart.tooLarge }));",
        '',
      ],
    ],
    test: api(`${tests}/specification`, 'identity sources answer as a literal client calls them'),
  },
  {
    name: 'the language of who reads',
    file: 'apps/server/src/platform/http/reader-language.ts',
    edits: [["headers['x-language']) ?? 'en'", "headers['accept-language']) ?? 'en'"]],
    test: api(`${tests}/reader-language`, 'for refusals, also of fields'),
  },
  {
    name: 'editors do not activate their own edits',
    file: `${plans}/settings/second-person.ts`,
    edits: [['if (caller.actor && editors.includes(caller.actor.id)) throw', 'if (!caller.actor) throw']],
    test: api(`${plans}/versions/second-person`, 'is none of the editors of what is pending'),
  },
  {
    name: 'a new account is no second person',
    file: `${plans}/settings/second-person.ts`,
    edits: [['if (await isOnePerson(tx, { deps, caller }, editors)) throw', 'if (!caller) throw']],
    test: api(`${plans}/versions/second-person`, 'is no account that one of the editors invited within a day'),
  },
  {
    name: 'one person alone does not remove the second-person requirement',
    file: `${plans}/settings/manage-plan.ts`,
    edits: [
      [
        'const isRemoval = before.needs_second_person && needs_second_person === false;',
        'const isRemoval = before.needs_second_person && needs_second_person === null;',
      ],
    ],
    test: api(`${plans}/versions/second-person`, 'takes a second person: one asks, another confirms'),
  },
  {
    name: 'many who lose doors are confirmed in numbers',
    file: `${plans}/versions/activate.ts`,
    edits: [['&& accept_losing !== losing)', '&& accept_losing === undefined)']],
    test: api(`${plans}/versions/versions`, 'asks again, in numbers, when many lose doors'),
  },
  {
    name: 'a draft that changed while it was measured',
    file: `${plans}/versions/activate.ts`,
    edits: [['if (held.version !== plan.version) throw changed();', 'if (held.version < 0) throw changed();']],
    test: api(`${plans}/versions/versions`, 'of a draft that changes while it is measured changes nothing'),
  },
  {
    name: 'edits wait for their activation',
    file: `${plans}/content/keep-versions.ts`,
    edits: [
      ["plan.takes_effect === 'at_once' || kind === 'plan'", "plan.takes_effect !== undefined || kind === 'plan'"],
    ],
    test: api(`${plans}/versions/versions`, 'change no one’s access until it is activated'),
  },
  {
    name: 'a run that writes is not cancelled',
    file: `${features}/tasks/queries.ts`,
    edits: [["    .where('phase', '!=', 'applying')\n", '']],
    test: api(`${features}/sync/cancel`, 'is refused once it writes, and after its end'),
  },
  {
    name: 'what a run reads is not deleted',
    file: `${features}/tasks/service.ts`,
    edits: [['  if (!task) return;\n  const message', '  if (task?.id !== id) return;\n  const message']],
    test: api(`${features}/tasks/deleting`, 'its source is not deleted'),
  },
  {
    name: 'a change set does not go round its guard',
    file: `${features}/change-sets/decide.ts`,
    edits: [
      [
        "if (isGuarded === false && changeSet.state === 'quarantined')",
        "if (isGuarded === false && changeSet.state === 'ready')",
      ],
    ],
    test: api(`${features}/change-sets/decisions`, 'needs allowing or more room, not applying'),
  },
  {
    name: 'a change set whose people have changed since',
    file: `${features}/change-sets/decide.ts`,
    edits: [['    if (await isOutdated(tx, changeSet)) {\n', '    if (changeSet.id !== id) {\n']],
    test: api(`${features}/change-sets/decisions`, 'refuses one whose people have changed since, and marks it so'),
  },
];
