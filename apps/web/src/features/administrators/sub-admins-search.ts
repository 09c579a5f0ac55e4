import { z } from 'zod';

export const subAdminsTabs = ['administrators', 'invitations', 'roles', 'settings'] as const;

/** The selected tab; `dialog=invite` opens the form of an invitation, `open` is the record whose details are shown. */
export const subAdminsSearch = z.object({
  tab: z.enum(subAdminsTabs).default('administrators'),
  dialog: z.enum(['invite']).optional(),
  open: z.string().optional(),
});
