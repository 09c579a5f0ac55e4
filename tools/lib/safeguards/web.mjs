const src = 'apps/web/src';
const projectOf = (file) => (/(\.tsx|\.dom\.test\.ts)$/.test(file) ? 'web' : 'unit');
const web = (file, name) => ({ project: projectOf(file), file: `${src}/${file}`, name });
const changeSet = (name) => web('features/change-sets/change-set-page.test.tsx', name);
const draft = (name) => web('features/key-plans/drafts/draft-bar.test.tsx', name);
const dashboard = (name) => web('features/dashboard/dashboard-page.test.tsx', name);

/** Safeguards of screens: what they show, confirm and store. */
export const onScreens = [
  {
    name: 'a failure can be tried again',
    file: `${src}/ui/page-states.tsx`,
    edits: [['{onRetry && error.title === undefined && (', '{onRetry && error.title !== undefined && (']],
    test: web('ui/page-states.test.tsx', 'says what went wrong, and tries again'),
  },
  {
    name: 'a page says that it failed',
    file: `${src}/features/tasks/task-page.tsx`,
    edits: [
      [
        '{error ? <Failure error={error} onRetry={refetch} /> : <Loading',
        '{error && refetch === undefined ? <Failure error={error} onRetry={refetch} /> : <Loading',
      ],
    ],
    test: web('features/tasks/task-page.test.tsx', 'tries again after a failure'),
  },
  {
    name: 'a warning outlasts the failure that follows it',
    file: `${src}/ui/toast.tsx`,
    edits: [["if (next.kind === 'failure' && isWarning.current) return;", '']],
    test: web('ui/toast.test.tsx', 'keeps a warning when something fails because of it'),
  },
  {
    name: 'a failure is announced at once',
    file: `${src}/ui/toast.tsx`,
    edits: [['<div role="alert">{shown?.kind === \'failure\'', "<div>{shown?.kind === 'failure'"]],
    test: web('ui/toast.test.tsx', 'gives a new toast the full time'),
  },
  {
    name: 'a drawer gives the focus back',
    file: `${src}/ui/overlay/side-drawer.tsx`,
    edits: [['  useFocusReturn(rows?.home);\n', '']],
    test: web('ui/overlay/side-drawer.test.tsx', 'returns the focus to its opener'),
  },
  {
    name: 'rows are gone through by keys',
    file: `${src}/ui/table/row-keys.tsx`,
    edits: [['tabIndex: row === stop ? 0 : -1,', 'tabIndex: row === stop ? 0 : 0,']],
    test: web('ui/table/data-table.test.tsx', 'is one tab stop'),
  },
  {
    name: 'a click on a control opens no row',
    file: `${src}/ui/table/row-keys.tsx`,
    edits: [['if (!isControl(target)) onRowClick?.(row);', 'onRowClick?.(row);']],
    test: web('ui/table/data-table.test.tsx', 'opens a row by click and by Enter'),
  },
  {
    name: 'Enter in a picker never sends the form',
    file: `${src}/ui/picker/use-picker.tsx`,
    edits: [['    event.preventDefault(); // Never submits the form around it.\n', '']],
    test: web(
      'features/key-plans/rules/editor/rule-form.test.tsx',
      'takes the first match on Enter, and never sends the form',
    ),
  },
  {
    name: 'a picker waits for a slow answer',
    file: `${src}/ui/picker/use-picker.tsx`,
    edits: [
      [
        'else if (first === undefined) setIsEnterPending(isSearching);',
        'else if (first === undefined) setIsEnterPending(false);',
      ],
    ],
    test: web(
      'features/key-plans/rules/editor/pickers.test.tsx',
      'take the first match of a slow answer on an Enter pressed before it',
    ),
  },
  {
    name: 'Space changes only crossings of a matrix',
    file: `${src}/components/matrix/view/keyboard.ts`,
    edits: [
      ["kind: key === ' ' && row >= 0 && column >= 0 ? 'toggle' : 'open'", "kind: key === ' ' ? 'open' : 'toggle'"],
    ],
    test: web('components/matrix/view/keyboard.test.ts', 'opens with Enter, toggles with Space'),
  },
  {
    name: 'Delete takes nothing from headings of a matrix',
    file: `${src}/components/matrix/handle-keys.ts`,
    edits: [['      if (cursor.row >= 0 && cursor.column >= 0) onClear(cursor);\n', '      onClear(cursor);\n']],
    test: web('components/matrix/matrix.test.tsx', 'revokes with Delete on crossings only'),
  },
  {
    name: 'the matrix is read crossing by crossing',
    file: `${src}/components/matrix/accessible-grid.tsx`,
    edits: [['                    source.words?.(row, column) ?? cellWords(t, source.cell(row, column)),\n', '']],
    test: web('components/matrix/matrix.test.tsx', 'describes row, column and state of each crossing in words'),
  },
  {
    name: 'what was undone does not come back after another edit',
    file: `${src}/data/plans/edit-history.ts`,
    edits: [
      [
        '  undo: [...undo, entryOf(applied)].slice(-maxEntries),\n  redo: [],',
        '  ...{ redo },\n  undo: [...undo, entryOf(applied)].slice(-maxEntries),',
      ],
      ['({ undo }: EditHistory, applied: Applied)', '({ undo, redo }: EditHistory, applied: Applied)'],
    ],
    test: web('data/plans/edit-history.test.ts', 'clears the redo list after a new edit'),
  },
  {
    name: 'an undo does not undo changes of others',
    file: `${src}/data/plans/draft-edits.ts`,
    edits: [
      [
        "      updateHistory((known) => withoutInvalid(known, way, typeof rule_id === 'string' ? rule_id : undefined, entry));\n",
        '',
      ],
    ],
    test: web('features/key-plans/rules/rule-acts.test.tsx', 'explains why another user’s change cannot be undone'),
  },
  {
    name: 'the version that an edited rule was opened in',
    file: `${src}/features/key-plans/rules/editor/edit-rule.tsx`,
    edits: [
      [
        "if (!(error instanceof ApiError && error.code === 'version_conflict')) throw error;",
        'if (error) throw error;',
      ],
    ],
    test: web('features/key-plans/rules/rule-acts.test.tsx', 'is edited, and offers a choice after a conflicting edit'),
  },
  {
    name: 'what was typed outlives a faster colleague',
    file: `${src}/features/key-systems/dialog/edit-form.tsx`,
    edits: [['{isConflict && <Conflict', '{isConflict && !errors.root && <Conflict']],
    test: web(
      'features/key-systems/dialog/key-system-dialog.test.tsx',
      'keeps typed values after a conflicting change',
    ),
  },
  {
    name: 'an activation names how many lose doors',
    file: `${src}/features/key-plans/drafts/activate-draft-dialog.tsx`,
    edits: [['isReady: isValid && (!mustAccept || isAccepted),', 'isReady: isValid,']],
    test: draft('wants the number of people confirmed when many lose doors'),
  },
  {
    name: 'a confirmed number is of now',
    file: `${src}/features/key-plans/drafts/activate-draft-dialog.tsx`,
    edits: [['const isAccepted = accepted === losing;', 'const isAccepted = accepted !== undefined;']],
    test: draft('asks for the number of now when it has changed meanwhile'),
  },
  {
    name: 'another person must activate',
    file: `${src}/features/key-plans/drafts/activate-draft-dialog.tsx`,
    edits: [
      [
        "if (code === 'conflict' && plan.needs_second_person) {",
        "if (code === 'forbidden' && plan.needs_second_person) {",
      ],
    ],
    test: draft('says that another administrator has to activate'),
  },
  {
    name: 'a guard is passed with a reason',
    file: `${src}/features/change-sets/decision/decision-dialogs.tsx`,
    edits: [
      [
        '    if (reason === undefined) return;\n    allow.mutate(\n      { id: changeSet.id, reason },',
        "    allow.mutate(\n      { id: changeSet.id, reason: reason ?? '' },",
      ],
    ],
    test: changeSet('allows once only with a reason and states the effect'),
  },
  {
    name: 'a stopped change set is not offered to be applied',
    file: `${src}/features/change-sets/change-set-page.tsx`,
    edits: [
      [
        "{state === 'ready' && mayApply && <Button onClick={() => setDialog('apply')}>",
        "{isWaiting && mayApply && <Button onClick={() => setDialog('apply')}>",
      ],
    ],
    test: changeSet('shows in numbers what the guard stopped and where'),
  },
  {
    name: 'equal is said where something could differ',
    file: `${src}/features/change-sets/state-notices.tsx`,
    edits: [
      [
        "if (kind === 'key_system' && effect?.people_before === 0) {",
        "if (kind === 'key_system' && effect?.people_before === -1) {",
      ],
    ],
    test: web(
      'features/change-sets/doors/change-set-doors.test.tsx',
      'does not claim "equal" when no plan grants any door',
    ),
  },
  {
    name: 'green is where all of it was done',
    file: `${src}/data/tasks/end-of-task.ts`,
    edits: [
      [
        "result && result.failed + result.waiting > 0 ? 'partly' : 'completed'",
        "result && result.failed < 0 ? 'partly' : 'completed'",
      ],
    ],
    test: web('data/tasks/end-of-task.test.ts', 'taskStateOf'),
  },
  {
    name: 'a stopped run is not said to be completed',
    file: `${src}/data/tasks/end-of-task.ts`,
    edits: [["    case 'quarantined':\n      return 'stopped';\n", '']],
    test: web('data/tasks/end-of-task.test.ts', 'taskStateOf'),
  },
  {
    name: 'the bell counts what was not seen',
    file: `${src}/app/notifications/use-unseen.ts`,
    edits: [['unseen: kinds.reduce(', 'unseen: kinds.slice(0, 1).reduce(']],
    test: web('app/notifications/notifications.test.tsx', 'count as unseen together with tasks'),
  },
  {
    name: 'nothing is proposed while something waits for a decision',
    file: `${src}/components/next-step/next-step.ts`,
    edits: [['if (waiting?.waiting_change_set_id) {', "if (waiting?.waiting_change_set_id === '') {"]],
    test: web('components/next-step/next-step.test.ts', 'nextStep'),
  },
  {
    name: 'the key systems that stand equal',
    file: `${src}/components/standing/standing-notice.tsx`,
    edits: [
      ["({ state }) => state === 'equal');", "({ state }) => state !== 'behind');"],
      ["state === 'behind' || state === 'never_read');", "state === 'behind');"],
    ],
    test: web('features/key-plans/key-plan-page.test.tsx', 'leads to the preview of a sync of what is behind'),
  },
  {
    name: 'the dashboard says that it cannot be read',
    file: `${src}/features/dashboard/status-overview.tsx`,
    edits: [['if (error && !overview) {', 'if (error && overview) {']],
    test: dashboard('offers a retry when it cannot be read'),
  },
  {
    name: 'certificates end on their day',
    file: `${src}/lib/time/certificate-end.ts`,
    edits: [['if (days < 0) return 0;', 'if (days <= 0) return 0;']],
    test: web('lib/time/certificate-end.test.ts', 'certificateEnd'),
  },
  {
    name: 'hours that end on the next day',
    file: `${src}/lib/time/describe-windows.ts`,
    edits: [['window.to < window.from ?', 'window.to === window.from ?']],
    test: web('lib/time/describe-windows.dom.test.ts', 'marks a window that ends on the next day'),
  },
  {
    name: 'hours that were all removed are not always',
    file: `${src}/components/timetable/timetable-editor.tsx`,
    edits: [["hours !== 'always' && hours.length === 0;", "hours === 'always';"]],
    test: web('components/timetable/timetable-panel.test.tsx', 'creates a timetable'),
  },
  {
    name: 'a sub-admin is called one',
    file: `${src}/app/frame/user-menu/user-menu.tsx`,
    edits: [["t(isSubAdmin ? 'user.subName' : 'user.name')", "t('user.name')"]],
    test: web('app/frame/user-menu/user-menu.test.tsx', 'names a sub-admin as such'),
  },
];
