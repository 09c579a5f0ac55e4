const administrators = 'apps/server/src/features/administrators';
const invitations = 'apps/server/src/features/invitations';
const rules = 'packages/domain/src/administration/grant-rules';
const api = (file, name) => ({ project: 'api', file: `${file}.api.test.ts`, name });
const unit = (name) => ({ project: 'unit', file: `${rules}.test.ts`, name });
const histories = unit('in 10,000 random histories no one ends with more');

/** Safeguards of managing administrators: granting rights, and acting for others. */
export const inAdministration = [
  {
    name: 'no one changes their own rights',
    file: `${rules}.ts`,
    edits: [["  if (isOwn(granter, id)) return 'own_rights';\n", '']],
    test: histories,
  },
  {
    name: 'no one gives more than they have',
    file: `${rules}.ts`,
    edits: [["isWithin(after, granter.rights, placeAbove) ? undefined : 'gets_more'", 'undefined']],
    test: histories,
  },
  {
    name: 'a deputy gets nothing that the granter lacks',
    file: `${rules}.ts`,
    edits: [["  if (!isWithin(of.rights, granter.rights, placeAbove)) return 'has_more';\n", '']],
    test: histories,
  },
  {
    name: 'one super admin remains',
    file: `${administrators}/suspend.ts`,
    edits: [["    if (role === 'superadmin') await requireSuperAdmin(tx, deps.clock());\n", '']],
    test: api(`${administrators}/change-administrator`, 'leaves a super admin without an end, even if an account ends'),
  },
  {
    name: 'a suspended administrator is signed out',
    file: `${administrators}/suspend.ts`,
    edits: [['    await endAccess(tx, id);\n    if (role', '    if (role']],
    test: api(`${administrators}/change-administrator`, 'lets no call that begins after the answer succeed'),
  },
  {
    name: 'a revoked invitation opens nothing',
    file: `${invitations}/queries.ts`,
    edits: [["    .where('invitation.revoked_at', 'is', null)\n", '']],
    test: api(`${invitations}/invitations`, 'answers the same for every token that opens none'),
  },
  {
    name: 'a view only reads',
    file: 'apps/server/src/platform/http/request-guard.ts',
    edits: [["  if (request.actor?.acting?.as === 'view') requireReading(endpoint);\n", '']],
    test: api(`${administrators}/acting`, 'reads what the other one reads'),
  },
  {
    name: 'a deputy acts within the dates',
    file: `${administrators}/act.ts`,
    edits: [['  of.deputy_from <= now &&\n', '']],
    test: api(`${administrators}/acting`, 'acts within the dates with the rights of the other one'),
  },
];
