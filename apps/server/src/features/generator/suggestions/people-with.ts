import { type MinedCondition, type MiningInput, rowOf } from '@key2xs/domain';

/** The people of a run who meet all of the conditions, ascending. */
export function peopleWith({ relation, attributes }: MiningInput, conditions: readonly MinedCondition[]): Int32Array {
  const meets = (person: number) =>
    conditions.every(({ attribute, value }) => {
      const values = attributes[attribute];
      return values
        ? rowOf({ ...values, people: relation.people, cylinders: values.values }, person).includes(value)
        : false;
    });
  return Int32Array.from({ length: relation.people }, (_, person) => person).filter(meets);
}
