import type { SourceTabProps } from '../source-tab-props';
import { OpenConflicts } from './open-conflicts';
import { ParkedPeople } from './parked-people';

/** Open conflicts about who a person is, and people whose data is ambiguous. */
export function ConflictsTab({ source }: SourceTabProps) {
  return (
    <>
      <OpenConflicts source={source} />
      <ParkedPeople sourceId={source.id} />
    </>
  );
}
