import { z } from 'zod';
import { Description, Name, requiredFor } from '../fields/common';
import { fieldError } from '../fields/field-error';
import { nothingToUpdate } from '../fields/field-words';
import { lineOf } from '../fields/text';

const Remarks = { own_name: Name.nullable(), notes: Description.nullable() };
const noFields = { error: fieldError({ nothingToUpdate }) };
const connectionFor = (action: string) =>
  z.uuid({ error: (issue) => (issue.input === undefined ? requiredFor('connection_id', action)(issue) : undefined) });
const line = (max: number) => lineOf({ min: 0, max });

/** The data of a cylinder that can be given before the key system lists it. */
const Planned = {
  marking: lineOf({ max: 100, short: requiredFor('marking', 'creating a cylinder') }),
  name: line(200),
  cylinder_type: line(50),
  domain: line(100),
  location: line(200),
  group_id: z.uuid().nullable(),
};
const { marking, ...rest } = Planned;

export const CylinderCreate = z.strictObject({
  connection_id: connectionFor('creating a cylinder'),
  marking,
  ...z.object(rest).partial().shape,
  ...z.object(Remarks).partial().shape,
});
export const CylinderUpdate = z
  .strictObject({ ...Planned, ...Remarks })
  .partial()
  .refine((body) => Object.keys(body).length > 0, noFields);

const GroupPlanned = {
  name: lineOf({ max: 200, short: requiredFor('name', 'creating a cylinder group') }),
  domain: line(100),
};
export const CylinderGroupCreate = z.strictObject({
  connection_id: connectionFor('creating a cylinder group'),
  name: GroupPlanned.name,
  domain: GroupPlanned.domain.optional(),
  ...z.object(Remarks).partial().shape,
});
export const CylinderGroupUpdate = z
  .strictObject({ ...GroupPlanned, ...Remarks })
  .partial()
  .refine((body) => Object.keys(body).length > 0, noFields);
