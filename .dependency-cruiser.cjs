/** The arrows of docs/architecture.md, as rules. A new arrow needs a decision record, not an exception here. */
const no = (name, from, to, toNot) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: '\\.(test|bench)\\.tsx?$' },
  to: { path: to, ...(toNot && { pathNot: toNot }) },
});
const features = '^apps/server/src/features/';
const web = ['ui', 'lib', 'data', 'components', 'features', 'app']; // each may import those before it, never after
const plans = `${features}plans/`;
const planRooms = ['content', 'settings', 'parts', 'effect', 'draft', '(rules|profiles|versions|carry-over)']; // likewise
const fromNpm = ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown']; // declared or not

module.exports = {
  forbidden: [
    // The bundler alone knows the address of a file (`?url`); the types and the build find one that is missing.
    { name: 'everything-resolves', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '\\?url$' } },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    no('contract-knows-nobody', '^packages/contract/', '^(apps|packages)/', '^packages/contract/'),
    no('domain-knows-contract-only', '^packages/domain/', '^(apps|packages)/', '^packages/(domain|contract)/'),
    { ...no('domain-is-pure', '^packages/domain/src/'), to: { dependencyTypes: ['core', ...fromNpm] } },
    no('packages-never-see-apps', '^packages/', '^apps/'),
    no('apps-never-see-each-other', '^apps/([^/]+)/', '^apps/', '^apps/$1/'),
    no('platform-is-below-features', '^apps/server/src/platform/', '^apps/server/src/(features/|app|main)'),
    no('features-have-one-door', '^apps/server/src/features/([^/]+)/', '^apps/server/src/features/', [
      '^apps/server/src/features/$1/',
      '/(service|relation|events)\\.ts$',
    ]),
    no('source-events-know-no-feature', `${features}source-events/`, features, `${features}source-events/`),
    no('tasks-know-no-feature', `${features}tasks/`, features, `${features}(tasks|decisions|source-events)/`),
    no(
      'change-sets-know-no-step',
      `${features}change-sets/`,
      features,
      `${features}(change-sets|decisions|source-events|tasks|work-list|keys|recorded)/|/relation\\.ts$`,
    ),
    no('providers-by-their-registry', '^apps/server/src/(?!features/providers/)', `${features}providers/[^/]+/`),
    no('providers-are-islands', `${features}providers/([^/]+)/`, `${features}providers/`, `${features}providers/$1/`),
    ...planRooms
      .slice(0, -1)
      .map((room, i) =>
        no(
          `plans-${room}-looks-down`,
          `${plans}${room}/`,
          `${plans}([^/]+$|(${planRooms.slice(i + 1).join('|')})/)`,
          '/relation\\.ts$',
        ),
      ),
    no(
      'plan-calls-are-islands',
      `${plans}(rules|profiles|versions|carry-over)/`,
      `${plans}([^/]+$|(rules|profiles|versions|carry-over)/)`,
      `${plans}($1/|relation\\.ts$)`,
    ),
    no('web-has-no-drivers', '^apps/web/', '^packages/drivers/'),
    ...web
      .slice(0, -1)
      .map((layer, i) =>
        no(`web-${layer}-looks-down`, `^apps/web/src/${layer}/`, `^apps/web/src/(${web.slice(i + 1).join('|')})/`),
      ),
    no(
      'web-features-are-islands',
      '^apps/web/src/features/([^/]+)/',
      '^apps/web/src/features/',
      '^apps/web/src/features/$1/',
    ),
    no(
      'web-providers-are-islands',
      '^apps/web/src/features/iam/providers/([^/]+)/',
      '^apps/web/src/features/iam/providers/',
      '^apps/web/src/features/iam/providers/($1/|web-provider\\.ts$)',
    ),
    no(
      'web-providers-by-their-registry',
      '^apps/web/src/features/iam/(?!providers/)',
      '^apps/web/src/features/iam/providers/[^/]+/',
    ),
    no('ui-knows-no-data', '^apps/web/src/ui/', '^packages/|@tanstack/react-query'),
    no('lib-shows-nothing', '^apps/web/src/lib/', '^apps/web/src/ui/'),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^apps/[^/]+/dist/' },
    // Else an import of one of our packages is not understood, and no rule about packages can fail.
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
