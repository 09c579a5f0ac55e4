import { type KeyRequest, Reason } from '@key2xs/contract';
import { useState } from 'react';
import type { NewRequest } from '#data/key-systems/key-requests';
import { firstSecondOf, lastSecondOf } from '#lib/time/reader-day';
import type { Choice } from './choice-picker';

type Kind = KeyRequest['kind'];

const aboutKey: readonly Kind[] = ['extension', 'replacement', 'return'];
const needsEnd: readonly Kind[] = ['temporary', 'extension'];
const hasEnd: readonly Kind[] = ['new_key', 'more_access', ...needsEnd];

/** Days as `YYYY-MM-DD`; undefined while what is typed is none. */
const empty = {
  kind: 'new_key' as Kind,
  person: null as Choice | null,
  place: null as Choice | null,
  key: null as Choice | null,
  from: '' as string | undefined,
  until: '' as string | undefined,
  reason: '',
  isUrgent: false,
};
export type Draft = typeof empty;
export type Missing = 'person' | 'place' | 'key' | 'until' | 'reason';

/** What someone writes into the form of a new request, and what is missing yet. */
export function useDraft(forWhom: Choice | null) {
  const [draft, setDraft] = useState({ ...empty, person: forWhom });
  const { kind, person, place, key, from, until, reason, isUrgent } = draft;
  const isAboutKey = aboutKey.includes(kind);
  const missing: Record<Missing, boolean> = {
    person: !person,
    place: !isAboutKey && !place,
    key: isAboutKey && !key,
    until: until === undefined || (needsEnd.includes(kind) && !until),
    reason: !Reason.safeParse(reason).success,
  };
  const isWhole = from !== undefined && !Object.values(missing).some(Boolean);
  /** Undefined while something is missing. */
  const take = (): NewRequest | undefined => {
    if (!isWhole || !person) return undefined;
    return {
      ...{ kind, person_id: person.id, reason, is_urgent: isUrgent },
      ...(isAboutKey ? { key_id: key?.id ?? null } : { place_id: place?.id ?? null }),
      ...(from && hasEnd.includes(kind) && { starts_at: firstSecondOf(from) }),
      ...(until && hasEnd.includes(kind) && { ends_at: lastSecondOf(until) }),
    };
  };
  const set = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes });
  return { draft, set, missing, take, isAboutKey, hasEnd: hasEnd.includes(kind), needsEnd: needsEnd.includes(kind) };
}
