import { z } from 'zod';

/** Ids of directory objects are compared byte by byte, and stored as keys. */
const Id = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[\x21-\x7e]+$/);

const Removed = z.looseObject({ reason: z.string().optional() });

export const GraphUser = z.looseObject({ id: Id, '@removed': Removed.optional() });
export type GraphUser = z.infer<typeof GraphUser>;

const Member = z.looseObject({ id: Id, '@odata.type': z.string().optional(), '@removed': Removed.optional() });

export const GraphGroup = z.looseObject({
  id: Id,
  displayName: z.unknown().optional(),
  '@removed': Removed.optional(),
  'members@delta': z.array(Member).optional(),
});
export type GraphGroup = z.infer<typeof GraphGroup>;

/** A page of a delta query. */
export const DeltaPage = <T extends z.ZodType>(item: T) =>
  z.looseObject({
    value: z.array(item).max(10_000),
    '@odata.nextLink': z.string().max(20_000).optional(),
    '@odata.deltaLink': z.string().max(20_000).optional(),
  });
