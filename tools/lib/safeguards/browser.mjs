const every = { project: 'e2e', file: 'e2e/every-screen.spec.ts' };
const page = 'apps/web/src/ui/styles/page.css';

/** Safeguards that only a browser can test: colours, widths, and interaction. */
export const inBrowser = [
  {
    name: 'browser: quiet words stand out in the dark',
    file: 'apps/web/src/ui/styles/tokens.css',
    edits: [['--mute: #93a1b1;', '--mute: #3a4857;']],
    test: { ...every, name: "'administrators' in 'German'" },
  },
  {
    name: 'browser: a heading is no wider than a phone',
    file: page,
    edits: [['  flex: 1 1 320px;\n  min-width: 0;', '  flex: 1 0 640px;\n  min-width: 640px;']],
    test: { ...every, name: "'administrators' in 'German'" },
  },
  {
    name: 'browser: a screen speaks one language',
    file: 'apps/web/src/features/people/compare/compare-page.tsx',
    edits: [["title={t('compare.choose')}", "title={'Choose two people to compare'}"]],
    test: { ...every, name: "'compare-none' in 'German'" },
  },
  {
    name: 'browser: actions on a screen can be clicked',
    file: page,
    edits: [
      [
        '.page-actions,\n.actions {\n  display: flex;',
        '.page-actions,\n.actions {\n  pointer-events: none;\n  display: flex;',
      ],
    ],
    test: { project: 'e2e', file: 'e2e/first-slice.spec.ts', name: 'from a staff list to a door' },
  },
  {
    name: 'browser: a click reaches the matrix',
    file: 'apps/web/src/components/matrix/handle-pointer.ts',
    edits: [['      drag.down(event);\n', '']],
    test: { project: 'e2e', file: 'e2e/plan-matrix.spec.ts', name: 'grants and takes back by clicks' },
  },
];
