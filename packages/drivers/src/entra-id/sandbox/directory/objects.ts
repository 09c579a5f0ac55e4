import { z } from 'zod';

const text = z.string().nullable();

/** How an object was removed: soft-deleted and restorable, or for good. */
const Gone = z.enum(['changed', 'deleted']).nullable();

/** A user of the directory, by Graph's names. */
export const Person = z.object({
  id: z.string(),
  userPrincipalName: z.string(),
  displayName: z.string(),
  givenName: text,
  surname: text,
  mail: text,
  jobTitle: text,
  department: text,
  companyName: text,
  officeLocation: text,
  employeeId: text,
  employeeType: text,
  accountEnabled: z.boolean(),
  userType: z.enum(['Member', 'Guest']),
  employeeHireDate: text,
  employeeLeaveDateTime: text,
  onPremisesSamAccountName: text,
  createdDateTime: z.string(),
  deletedDateTime: text,
  /** Id of another person. */
  manager: text,
  gone: Gone,
});
export type Person = z.infer<typeof Person>;

export const Group = z.object({
  id: z.string(),
  displayName: z.string(),
  description: text,
  createdDateTime: z.string(),
  deletedDateTime: text,
  gone: Gone,
});
export type Group = z.infer<typeof Group>;

/** A difference from the initial population: a person has joined or left a group. */
export const Membership = z.object({ group: z.string(), member: z.string(), joined: z.boolean() });
export type Membership = z.infer<typeof Membership>;

/** A change, numbered in order. */
export const Change = z.object({
  seq: z.int(),
  object: z.enum(['users', 'groups']),
  id: z.string(),
  /** Changed properties; `*` for an added, removed or restored object. */
  properties: z.array(z.string()),
  /** Of a group change. */
  member: z.object({ id: z.string(), joined: z.boolean() }).optional(),
  /** The former manager, if the manager has changed. */
  manager_before: z.string().nullable().optional(),
});
export type Change = z.infer<typeof Change>;
