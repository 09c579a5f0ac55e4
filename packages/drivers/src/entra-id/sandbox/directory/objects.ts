import { z } from 'zod';

const text = z.string().nullable();

/** How an object has gone: soft-deleted and restorable, or for good. */
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
  /** Id of another. */
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

/** Differs from what the population says: somebody has joined a group since, or left it. */
export const Membership = z.object({ group: z.string(), member: z.string(), joined: z.boolean() });
export type Membership = z.infer<typeof Membership>;

/** One change, in the order in which they were made. */
export const Change = z.object({
  seq: z.int(),
  object: z.enum(['users', 'groups']),
  id: z.string(),
  /** Names of what is another now; `*` for one that is new, gone or back. */
  properties: z.array(z.string()),
  /** Of a group. */
  member: z.object({ id: z.string(), joined: z.boolean() }).optional(),
  /** Of somebody who has another manager now: the one before. */
  manager_before: z.string().nullable().optional(),
});
export type Change = z.infer<typeof Change>;
