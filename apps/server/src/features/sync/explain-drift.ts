import type { KeySystemItem } from '@key2xs/domain';
import { type Sentence, say } from '@key2xs/texts';
import { describeDrift } from '../drift/service';
import type { settleDrift } from '../recorded/service';

type DriftRow = Awaited<ReturnType<typeof settleDrift>>[number];

const keyOf = (profile: string | null, person: string | null) => `${profile ?? ''} ${person ?? ''}`;

/** Finds what was changed in the key system that an item of a change set would write back. */
export function driftFinder(drift: readonly DriftRow[]): (item: KeySystemItem) => DriftRow[] {
  const byKey = Map.groupBy(drift, (row) => keyOf(row.profile_reference, row.person_reference));
  const find = (profile: string | null, person: string | null) => byKey.get(keyOf(profile, person)) ?? [];
  return (item) => {
    switch (item.kind) {
      case 'profile_put':
        return find(item.write.reference, null);
      case 'person_create':
      case 'person_update':
        return find(null, item.write.reference);
      case 'person_deactivate':
        return find(null, item.write.person_reference);
      default: {
        const { profile_reference: profile, person_reference: person } = item.write;
        const itself = find(profile, person);
        if (itself.length > 0 || item.kind === 'member_remove') return itself;
        // With the profile or the person, what it was in went too.
        const gone = [...find(profile, null), ...find(null, person)];
        return gone.filter(({ kind }) => kind === 'profile_deleted' || kind === 'person_deactivated');
      }
    }
  };
}

/** @param because why the plans want the item */
export function explainDrift(item: KeySystemItem, drift: readonly DriftRow[], because: Sentence): Sentence {
  const name = item.kind === 'profile_put' ? null : item.label;
  const what = drift.map((row) => describeDrift(row, row.person_reference === null ? null : name));
  return say('because.changedThere', { what: say('several', { sentences: what }), because });
}
