import { z } from 'zod';
import { Instant } from '../../fields/common';
import { fieldError } from '../../fields/field-error';
import { storableText } from '../../fields/text';
import { AccessRevision } from './access-reason';

const maxCells = 200;
const values = z.array(storableText(200).trim().min(1)).max(maxCells).default([]);

/** A section of the matrix: lines of people, departments and job titles, by columns of cylinders. */
export const AccessMatrixQuestion = z
  .strictObject({
    cylinder_ids: z.array(z.uuid()).min(1).max(maxCells),
    person_ids: z.array(z.uuid()).max(maxCells).default([]),
    departments: values,
    job_titles: values,
    at: Instant.optional().describe('What is open at this moment; without one, what is open at any.'),
  })
  .refine(({ person_ids, departments, job_titles }) => person_ids.length + departments.length + job_titles.length > 0, {
    path: ['person_ids'],
    error: fieldError({ noLines: 'Name people, departments or job titles.' }),
  });
export type AccessMatrixQuestion = z.output<typeof AccessMatrixQuestion>;

const ValueLine = z.object({
  value: z.string(),
  people: z.int().describe('Active people who have it, whatever its case and blanks, in every source.'),
  may_open: z.array(z.int()).describe('How many of them may open each cylinder.'),
});

export const AccessMatrixWindow = z
  .object({
    layer: z.literal('desired').describe('What plans and directory say, not what keys hold.'),
    at: Instant.nullable(),
    revision: AccessRevision,
    people: z.array(
      z.object({ person_id: z.uuid(), may_open: z.string().describe('A 0 or 1 for each cylinder asked about.') }),
    ),
    departments: z.array(ValueLine),
    job_titles: z.array(ValueLine),
  })
  .describe('Everything in the order asked.');
export type AccessMatrixWindow = z.infer<typeof AccessMatrixWindow>;
