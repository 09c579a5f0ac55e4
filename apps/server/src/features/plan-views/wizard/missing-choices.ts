import type { PlanWizardContent } from '@key2xs/contract';
import type { Db } from '#platform/deps';
import { listMissingObjects, listMissingSubjects } from '../../plans/service';
import type { WizardRow } from './wizard-queries';

type Choices = Pick<WizardRow, 'content' | 'keyplan_id'>;

const noPlan = '00000000-0000-0000-0000-000000000000';

/** Ids of the rows and columns that name a missing record. Groups must be of the plan's sources. */
export async function listMissing(db: Db, { content, keyplan_id }: Choices) {
  const { rows, columns } = content;
  const objects = await listMissingObjects(db, keyplan_id ?? noPlan, columns);
  const subjects =
    keyplan_id === null
      ? []
      : await listMissingSubjects(
          db,
          keyplan_id,
          rows.flatMap(({ all_of }) => all_of),
        );
  const goneObjects = new Set(objects.map(({ object_identifier }) => object_identifier));
  const goneSubjects = new Set(subjects.map(({ subject_identifier }) => subject_identifier));
  return {
    columns: new Set(columns.filter((one) => goneObjects.has(one.object_identifier.toLowerCase())).map(({ id }) => id)),
    rows: new Set(
      rows
        .filter(({ all_of }) => all_of.some((one) => goneSubjects.has(one.subject_identifier.toLowerCase())))
        .map(({ id }) => id),
    ),
  };
}

/** The choices without those that name what is not there. */
export async function presentChoices(db: Db, wizard: Choices): Promise<PlanWizardContent> {
  const gone = await listMissing(db, wizard);
  const { rows, columns, grants, ...others } = wizard.content;
  return {
    ...others,
    rows: rows.filter(({ id }) => !gone.rows.has(id)),
    columns: columns.filter(({ id }) => !gone.columns.has(id)),
    grants: grants.filter(({ row, column }) => !gone.rows.has(row) && !gone.columns.has(column)),
  };
}
