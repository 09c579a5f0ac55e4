import type { PlanComparison, TrialEdit } from '@key2xs/contract';
import type { Deps } from '#platform/deps';
import type { Reader } from '#platform/visible-to';
import type { PlanContent } from '../content/sides';
import { compareEdited, presentComparison } from '../effect/compare';
import { withEdit } from './trial-edit';

/** What an edit of the draft would do that is not saved. @throws AppError not_found, validation_failed */
export async function previewEdit(
  deps: Deps,
  reader: Reader,
  keyplanId: string,
  edit: TrialEdit,
): Promise<PlanComparison> {
  const edited = (draft: PlanContent) => withEdit(draft, { edit, keyplanId, newId: deps.newId });
  return presentComparison(reader, await compareEdited(deps, reader, keyplanId, edited));
}
