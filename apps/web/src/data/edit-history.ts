import type { DraftEdit } from '@key2xs/contract';

/** Edits that lead one step back, or forth. */
export type HistoryEntry = {
  /** What was done, as the reader was told. */
  words: string;
  edits: readonly DraftEdit[];
  /** Versions that rules had before what these edits take back: whoever waits for one of them waits for what comes after it. */
  before: ReadonlyMap<string, number>;
};

/** What somebody did to the draft of a plan in this tab; the last entry of each list is next. */
export type EditHistory = { undo: readonly HistoryEntry[]; redo: readonly HistoryEntry[] };

export const noHistory: EditHistory = { undo: [], redo: [] };

/** Where the client keeps it, one a plan. */
export const historyKey = (planId: string) => ['draft-history', planId] as const;

const mostEntries = 100;

type Applied = { words: string; edits: readonly DraftEdit[]; undo: readonly DraftEdit[] };

/** After new edits: what was undone cannot come back any more. */
export const afterEdits = ({ undo }: EditHistory, applied: Applied): EditHistory => ({
  undo: [...undo, entryOf(applied)].slice(-mostEntries),
  redo: [],
});

/** After a step of a list was taken, the last one unless another is given: it is the first one of the other list. */
export function afterStep(
  history: EditHistory,
  way: 'undo' | 'redo',
  undo: readonly DraftEdit[],
  taken = history[way].at(-1),
): EditHistory {
  const other = way === 'undo' ? 'redo' : 'undo';
  if (!taken) return history;
  const now = versionsOf(undo);
  // What the rules say now they said before, under another version.
  const isAgain = (id: string, version: number) => taken.before.get(id) === version;
  const entry = entryOf({ words: taken.words, edits: taken.edits, undo });
  const renewed = (entries: readonly HistoryEntry[]) => entries.map((one) => renew(one, { isAgain, now }));
  const rest = {
    [way]: renewed(history[way].filter((one) => one !== taken)),
    [other]: [...renewed(history[other]), entry],
  };
  return { ...history, ...rest };
}

/** Without the step that somebody else's change has made void, and those about the same rules. */
export function withoutVoid(
  history: EditHistory,
  way: 'undo' | 'redo',
  ruleId: string | undefined,
  taken = history[way].at(-1),
): EditHistory {
  const isLeft = (entry: HistoryEntry) =>
    entry !== taken && !entry.edits.some((edit) => edit.rule_id !== undefined && edit.rule_id === ruleId);
  return { undo: history.undo.filter(isLeft), redo: history.redo.filter(isLeft) };
}

const entryOf = ({ words, edits, undo }: Applied): HistoryEntry => ({ words, edits: undo, before: versionsOf(edits) });

const versionsOf = (edits: readonly DraftEdit[]): Map<string, number> =>
  new Map(
    edits.flatMap((edit) =>
      edit.kind !== 'add_rule' && edit.version !== undefined ? [[edit.rule_id, edit.version] as const] : [],
    ),
  );

type Renewal = { isAgain: (id: string, version: number) => boolean; now: ReadonlyMap<string, number> };

function renew(entry: HistoryEntry, { isAgain, now }: Renewal): HistoryEntry {
  const renewed = (id: string, version: number) => (isAgain(id, version) ? (now.get(id) ?? version) : version);
  return {
    words: entry.words,
    edits: entry.edits.map((edit) =>
      edit.kind === 'add_rule' || edit.version === undefined
        ? edit
        : { ...edit, version: renewed(edit.rule_id, edit.version) },
    ),
    before: new Map([...entry.before].map(([id, version]) => [id, renewed(id, version)])),
  };
}
