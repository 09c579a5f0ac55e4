import type { SourceTabProps } from '../source-tab-props';
import { OpenConflicts } from './open-conflicts';
import { ParkedPeople } from './parked-people';

/** Who waits: people of whom only a person can say who they are, and those whom the source does not tell of clearly. */
export function ConflictsTab({ source }: SourceTabProps) {
  return (
    <>
      <OpenConflicts source={source} />
      <ParkedPeople sourceId={source.id} />
    </>
  );
}
