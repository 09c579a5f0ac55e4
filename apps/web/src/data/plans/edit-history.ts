import type { DraftEdit } from '@key2xs/contract';

/** Edits that undo or redo one step. */
export type HistoryEntry = {
  /** The description shown to the reader. */
  words: string;
  edits: readonly DraftEdit[];
  /** The versions that rules had before these edits: other entries that refer to them need the version that follows. */
  before: ReadonlyMap<string, number>;
};

/** The edits of a draft in this tab; the last entry of each list is next. */
export type EditHistory = { undo: readonly HistoryEntry[]; redo: readonly HistoryEntry[] };

export const noHistory: EditHistory = { undo: [], redo: [] };

/** The cache key, one per plan. */
export const historyKey = (planId: string) => ['draft-history', planId] as const;

const maxEntries = 100;

type Applied = { words: string; edits: readonly DraftEdit[]; undo: readonly DraftEdit[] };

/** After new edits nothing can be redone. */
export const afterEdits = ({ undo }: EditHistory, applied: Applied): EditHistory => ({
  undo: [...undo, entryOf(applied)].slice(-maxEntries),
  redo: [],
});

/** After an undo or redo of the last step, or of `taken`: it moves to the other list. */
export function afterStep(
  history: EditHistory,
  direction: 'undo' | 'redo',
  undo: readonly DraftEdit[],
  taken = history[direction].at(-1),
): EditHistory {
  const other = direction === 'undo' ? 'redo' : 'undo';
  if (!taken) return history;
  const now = versionsOf(undo);
  // The rules have the same content as before, under a new version.
  const isRestored = (id: string, version: number) => taken.before.get(id) === version;
  const entry = entryOf({ words: taken.words, edits: taken.edits, undo });
  const withNewVersions = (entries: readonly HistoryEntry[]) => entries.map((one) => renew(one, { isRestored, now }));
  const rest = {
    [direction]: withNewVersions(history[direction].filter((one) => one !== taken)),
    [other]: [...withNewVersions(history[other]), entry],
  };
  return { ...history, ...rest };
}

/** Without the step invalidated by another change, and those about the same rule. */
export function withoutInvalid(
  history: EditHistory,
  direction: 'undo' | 'redo',
  ruleId: string | undefined,
  taken = history[direction].at(-1),
): EditHistory {
  const isValid = (entry: HistoryEntry) =>
    entry !== taken && !entry.edits.some((edit) => edit.rule_id !== undefined && edit.rule_id === ruleId);
  return { undo: history.undo.filter(isValid), redo: history.redo.filter(isValid) };
}

const entryOf = ({ words, edits, undo }: Applied): HistoryEntry => ({ words, edits: undo, before: versionsOf(edits) });

const versionsOf = (edits: readonly DraftEdit[]): Map<string, number> =>
  new Map(
    edits.flatMap((edit) =>
      edit.kind !== 'add_rule' && edit.version !== undefined ? [[edit.rule_id, edit.version] as const] : [],
    ),
  );

type Renewal = { isRestored: (id: string, version: number) => boolean; now: ReadonlyMap<string, number> };

function renew(entry: HistoryEntry, { isRestored, now }: Renewal): HistoryEntry {
  const withNewVersions = (id: string, version: number) =>
    isRestored(id, version) ? (now.get(id) ?? version) : version;
  return {
    words: entry.words,
    edits: entry.edits.map((edit) =>
      edit.kind === 'add_rule' || edit.version === undefined
        ? edit
        : { ...edit, version: withNewVersions(edit.rule_id, edit.version) },
    ),
    before: new Map([...entry.before].map(([id, version]) => [id, withNewVersions(id, version)])),
  };
}
