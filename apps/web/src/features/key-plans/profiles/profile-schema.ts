import type { AccessProfileCreate, CylinderGroupSummary, CylinderSummary } from '@key2xs/contract';
import type { TFunction } from 'i18next';
import { z } from 'zod';
import { PickedDoor } from '#lib/addresses/picked-door';
import { cylinderWords, shownName } from '#lib/words/door-words';

const typed = z.string().trim();

/** Form values of a profile. Refuses one without doors: it would grant nothing. */
export const profileSchema = (t: TFunction<'key-plans'>) =>
  z.object({
    name: typed.min(1, t('errors.name')).max(100, t('errors.nameLength')),
    description: typed.max(2_000, t('errors.descriptionLength')),
    doors: z.array(PickedDoor).min(1, t('errors.doors')),
  });

export type ProfileValues = z.output<ReturnType<typeof profileSchema>>;

/** The request body for the profile. */
export function newProfile({ name, description, doors }: ProfileValues): z.input<typeof AccessProfileCreate> {
  const idsOf = (type: PickedDoor['object_type']) =>
    doors.filter((door) => door.object_type === type).map((door) => door.object_identifier);
  return {
    name,
    description,
    cylinder_ids: idsOf('cylinder'),
    cylinder_group_ids: idsOf('cylinder_group'),
  };
}

type Doors = { groups: readonly CylinderGroupSummary[]; cylinders: readonly CylinderSummary[] };

/** The doors of a stored profile, as the picker shows them. */
export const pickedDoors = ({ groups, cylinders }: Doors): PickedDoor[] => [
  ...groups.map((group) => ({
    object_type: 'cylinder_group' as const,
    object_identifier: group.id,
    name: shownName(group),
  })),
  ...cylinders.map((cylinder) => ({
    object_type: 'cylinder' as const,
    object_identifier: cylinder.id,
    name: cylinderWords(cylinder),
  })),
];
