/** Whether all of these people gain or lose all of these doors, so that "75 people gain 22 doors" is true. */
export const isEach = ({ people, doors, rights }: { people: number; doors: number; rights: number }): boolean =>
  rights === people * doors;
