import type { ListedWork } from './queries';

/** Fields of a person that every key system returns. */
const alwaysRead = new Set(['first_name', 'surname', 'active']);

type ReadableEntry = Pick<
  ListedWork,
  'kind' | 'write' | 'before' | 'identity' | 'capabilities' | 'recorded_references'
>;

/**
 * Whether the next read can show that an entry is done. Records created by hand lack our reference, so persons are matched
 * by name, and profiles only if the key system already has their reference.
 */
export function isReadable({
  kind,
  write,
  before,
  identity,
  capabilities,
  recorded_references,
}: ReadableEntry): boolean {
  const has = (capability: string) => capabilities.includes(capability);
  const isRecorded = (reference: unknown) => typeof reference === 'string' && recorded_references.includes(reference);
  switch (kind) {
    case 'key_holder':
    case 'key_times':
    case 'key_access':
    case 'programming_job':
      return true;
    case 'person_create':
      return has('read_persons');
    case 'person_update':
      if (!has('read_persons') || !identity) return false;
      return isRecorded(write.reference) || Object.keys(before ?? {}).every((field) => alwaysRead.has(field));
    case 'person_deactivate':
      return has('read_persons') && Boolean(identity);
    case 'profile_put':
      return has('read_profiles') && isRecorded(write.reference);
    default:
      return has('read_profiles') && isRecorded(write.profile_reference) && isRecorded(write.person_reference);
  }
}
