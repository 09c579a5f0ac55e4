import type { Caller, Deps, Tx } from '#platform/deps';
import type { RuleContent } from '#platform/schema/schema';
import type { Reader } from '#platform/visible-to';
import { type Changed, compareContents, loadWritten } from '../content/sides';
import { refuseWrongEdits } from './check-edits';
import { editContent, withoutRepeatedParts } from './edit-content';
import { keepHiddenParts } from './keep-hidden-parts';
import { listOtherNames, nameBySubjects } from './rule-names';
import { idsOf, type RuleEdit } from './trial-edit';
import { writeChanges } from './write-draft';

export type Editing = {
  deps: Pick<Deps, 'newId'>;
  caller: Caller;
  keyplanId: string;
  /** What of a rule this reader may not see stays in it. */
  reader: Reader;
  /**
   * `steps`: edits of a body `{ edits }`, in which what says nothing new changes nothing. `call`: the body is one edit, and
   * every call is a new version of its rule.
   */
  from: 'steps' | 'call';
};

/**
 * Edits rules as they are written, all or none: the one way to do so, for the draft and for the calls of the specification. The rules
 * are held.
 * @returns what changed, by name
 * @throws AppError not_found, conflict, validation_failed
 */
export async function editDraft(
  tx: Tx,
  { deps, caller, keyplanId, reader, from }: Editing,
  asked: readonly RuleEdit[],
): Promise<Changed<RuleContent>[]> {
  const edits = asked.map(withoutRepeatedParts);
  const ids = idsOf(edits);
  const before = await loadWritten(tx, keyplanId, ids);
  const fieldsOf = from === 'call' ? () => '' : (index: number) => `edits.${index}.rule.`;
  await refuseWrongEdits(tx, { keyplanId, before, fieldsOf }, edits);
  const editing = {
    deps,
    keyplanId,
    nameOf: await nameBySubjects(reader, edits),
    otherNames: await listOtherNames(tx, keyplanId, edits),
  };
  const after = editContent(before, await keepHiddenParts(reader, before, edits), editing);
  const rules =
    from === 'call'
      ? ids.map((id) => ({ id, before: before.rules.get(id), after: after.rules.get(id) }))
      : compareContents(before, after).rules;
  await writeChanges(tx, { deps, caller, keyplanId }, { rules, profiles: [] });
  return rules;
}
