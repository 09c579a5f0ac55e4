import type { AccessDelta } from '@key2xs/contract';
import type { AccessDelta as Delta } from '@key2xs/domain';

export const presentDelta = (delta: Delta): Omit<AccessDelta, 'doors'> => ({
  people_gaining: delta.peopleGaining,
  people_losing: delta.peopleLosing,
  people_other_hours: delta.peopleAtOtherHours,
  rights_gained: delta.rightsGained,
  rights_lost: delta.rightsLost,
});
