import { z } from 'zod';
import { declareList } from '../api/list';
import { Instant, Search } from '../fields/common';
import { Person } from '../people/people';
import { AccessReason } from './access-reason';

/** Somebody who may open a door, or one of several, and because of which rules. */
export const DoorPerson = Person.pick({
  id: true,
  connection_id: true,
  connection_name: true,
  employee_id: true,
  display_name: true,
  department: true,
  job_title: true,
}).extend({
  doors: z.int().describe('How many of the doors asked about they may open.'),
  open_now: z.boolean().describe('Whether any of them at the moment.'),
  reasons: z
    .array(
      AccessReason.pick({
        keyplan_id: true,
        keyplan_name: true,
        rule_id: true,
        rule_name: true,
        windows: true,
        open_now: true,
        until: true,
      }),
    )
    .describe('One a rule, by key plan and rule; `open_now` and `until` are those of any of the doors.'),
});
export type DoorPerson = z.infer<typeof DoorPerson>;

type Doors<P extends z.ZodType> = { path: `/${string}`; of: string; params: P };

const peopleOf = <P extends z.ZodType>({ path, of, params }: Doors<P>) =>
  declareList({
    path: `${path}/people`,
    name: `people-of-a-${of.replaceAll(' ', '-')}`,
    summary: `People who may open a ${of}, by the active key plans`,
    allow: ['superadmin'],
    params,
    item: DoorPerson,
    filter: {
      at: Instant.optional().describe('Now unless given.'),
      search: Search.optional().describe('Part of name, username, e-mail, employee or external id.'),
      department: z.string().max(200).optional(),
      job_title: z.string().max(200).optional(),
      open_now: z.stringbool().optional().describe('Only those within their hours at the moment, or only the others.'),
    },
    sorts: ['display_name', 'department', 'job_title', 'employee_id'],
    csv: {
      columns: ['employee_id', 'display_name', 'department', 'job_title', 'doors', 'open_now', 'because'],
      audit: 'access.exported',
    },
    errors: ['not_found', 'past_not_kept'],
  });

export const doorPeopleList = peopleOf({
  path: '/access/cylinders/:cylinder_id',
  of: 'cylinder',
  params: z.object({ cylinder_id: z.uuid() }),
});
export const groupPeopleList = peopleOf({
  path: '/access/cylinder-groups/:group_id',
  of: 'door of a cylinder group',
  params: z.object({ group_id: z.uuid() }),
});
/** The doors in the place and in all below. */
export const locationPeopleList = peopleOf({
  path: '/access/locations/:location_id',
  of: 'door of a place',
  params: z.object({ location_id: z.uuid() }),
});
