/** How many people gain and lose doors between two states of access, and how many rights: pairs of person and door. */
export type AccessDelta = {
  peopleGaining: number;
  peopleLosing: number;
  /** People who keep some door at other hours. */
  peopleAtOtherHours: number;
  rightsGained: number;
  rightsLost: number;
};

export const emptyDelta = (): AccessDelta => ({
  peopleGaining: 0,
  peopleLosing: 0,
  peopleAtOtherHours: 0,
  rightsGained: 0,
  rightsLost: 0,
});

/** How many doors each of some people gains, loses, and keeps at other hours. */
export type DoorCounts = { gained: number; lost: number; otherHours: number };

/** Adds people who each gain and lose that many doors. A negative number of people removes them. */
export function addToDelta(delta: AccessDelta, people: number, { gained, lost, otherHours }: DoorCounts): void {
  if (gained > 0) delta.peopleGaining += people;
  if (lost > 0) delta.peopleLosing += people;
  if (otherHours > 0) delta.peopleAtOtherHours += people;
  delta.rightsGained += gained * people;
  delta.rightsLost += lost * people;
}
