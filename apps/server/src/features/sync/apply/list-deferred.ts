import { widensProfile } from '@key2xs/domain';
import { type Sentence, say } from '@key2xs/texts';
import type { Db } from '#platform/deps';
import type { ChangeSetRow, ItemRow } from '#platform/schema/schema';
import { type FailedBefore, listFailedBefore } from '../queries';
import { adoptionKindOf, membershipOf, profileOf, referencesIn } from './item-calls';

/**
 * Items not to apply because an earlier one failed, by ordinal with the reason: they would open doors that neither the
 * old nor the desired state opens, or are about a record that could not be adopted. Takes items of one kind; defers removals
 * only in the second case.
 */
export async function listDeferred(
  db: Db,
  changeSet: ChangeSetRow,
  items: readonly ItemRow[],
): Promise<Map<number, Sentence>> {
  const kind = items[0]?.kind;
  if (changeSet.failed === 0 || adoptionKindOf(items)) return new Map();
  const failed = await listFailedBefore(db, changeSet.id);
  const reasonOf =
    kind === 'profile_put' ? reasonAgainstProfile : kind === 'member_add' ? reasonAgainstMember : () => undefined;
  return new Map(
    items.flatMap((item) => {
      const reason = reasonAgainstUnadopted(item, failed) ?? reasonOf(item, failed);
      return reason ? [[item.ordinal, reason] as const] : [];
    }),
  );
}

/** What is not adopted cannot be written to. */
function reasonAgainstUnadopted(item: ItemRow, { adoptions }: FailedBefore): Sentence | undefined {
  return referencesIn(item).some((reference) => adoptions.has(reference)) ? say('heldBack.notAdopted') : undefined;
}

/** Members whose removal failed would get the new doors too. */
function reasonAgainstProfile(item: ItemRow, { removals }: FailedBefore): Sentence | undefined {
  if (!widensProfile(item) || !removals.has(profileOf(item).reference)) return undefined;
  return say('heldBack.removalFailed');
}

/** New members would get the old doors. */
function reasonAgainstMember(item: ItemRow, { profiles, persons }: FailedBefore): Sentence | undefined {
  const { profile_reference, person_reference } = membershipOf(item);
  if (profiles.has(profile_reference)) return say('heldBack.profileFailed');
  if (persons.has(person_reference)) return say('heldBack.personFailed');
  return undefined;
}
