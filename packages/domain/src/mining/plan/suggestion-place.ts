import type { MinedSuggestion } from './mined-plan';
import type { MinedCondition } from './mining-input';

/** What a name is made of without a language model: "Nurses in Surgery: Ward 3". */
export type NameParts = {
  conditions: readonly MinedCondition[];
  /** The closest place that all its cylinders are in, from the top; empty where there is none. */
  place: readonly string[];
};

/** @param placeOf names of the places that a cylinder is in, from the top */
export function namePartsOf(
  { conditions, cylinders }: Pick<MinedSuggestion, 'conditions' | 'cylinders'>,
  placeOf: (cylinder: number) => readonly string[],
): NameParts {
  let place: readonly string[] | null = null;
  for (const cylinder of cylinders) {
    const other = placeOf(cylinder);
    const common: readonly string[] = place ?? other;
    const differs = common.findIndex((name, level) => name !== other[level]);
    place = differs === -1 ? common : common.slice(0, differs);
  }
  return { conditions, place: place ?? [] };
}
