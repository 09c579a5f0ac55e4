import { locations, type PlanWizardContent, planWizards } from '@key2xs/contract';
import type { Product } from '../product';
import { findGroups, fireStations } from '../scenario';

const department = (id: string, name: string) => ({
  id,
  all_of: [{ subject_type: 'department' as const, subject_identifier: name, name }],
});

/** An unfinished key plan in the wizard, with choices in every step. @returns the id of the wizard */
export async function aWizard(
  product: Product,
  { sourceId, systemId }: { sourceId: string; systemId: string },
): Promise<string> {
  const { places } = await product.must(locations.tree, {});
  const sites = places.filter(({ parent_id }) => parent_id === null).slice(0, 3);
  const libraries = (await findGroups(product, 'Library:')).slice(0, 3);
  const [stations] = await fireStations(product);
  const columns: PlanWizardContent['columns'] = [
    ...sites.map(({ id, name }, n) => ({ id: `p${n}`, object_type: 'location' as const, object_identifier: id, name })),
    {
      id: 'fire',
      object_type: 'cylinder_group',
      object_identifier: stations?.object_identifier ?? '',
      name: 'Fire stations',
    },
    ...libraries.map(({ id, name }, n) => ({
      id: `l${n}`,
      object_type: 'cylinder_group' as const,
      object_identifier: id,
      name,
    })),
  ];
  const readers = ['lib', 'title'].flatMap((row) =>
    libraries.map((_, n) => ({ row, column: `l${n}`, time: row === 'lib' ? 'work' : 'day' })),
  );
  const content: PlanWizardContent = {
    name: 'City hall and libraries',
    description: 'Who opens the public buildings, as agreed with the departments',
    time_zone: 'America/Chicago',
    schedule_policy: 'refuse',
    iam_connection_ids: [sourceId],
    key_system_connection_ids: [systemId],
    rows: [
      department('fire', 'FIRE'),
      department('police', 'POLICE'),
      department('lib', 'PUBLIC LIBRARY'),
      {
        id: 'title',
        all_of: [{ subject_type: 'job_title', subject_identifier: 'LIBRARIAN II', name: 'LIBRARIAN II' }],
      },
    ],
    columns,
    times: [
      { id: 'work', name: 'Town hall hours', time_restrictions: [week([1, 2, 3, 4, 5], '07:00', '19:00')] },
      { id: 'day', name: 'Long days', time_restrictions: [week([1, 2, 3, 4, 5, 6, 7], '06:00', '22:00')] },
    ],
    grants: [
      { row: 'fire', column: 'fire', time: null },
      { row: 'fire', column: 'p0', time: null },
      { row: 'police', column: 'p0', time: 'day' },
      ...readers,
    ],
    names: [],
  };
  const { id } = await product.must(planWizards.create, { body: { step: 'rules', content } });
  await product.must(planWizards.write, { params: { id }, body: {} });
  return id;
}

const week = (days: number[], from: string, to: string) => ({ days, from, to, valid_from: null, valid_until: null });
