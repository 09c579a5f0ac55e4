import { z } from 'zod';

const returned = z.coerce.string().max(4_000).optional();

/** The parameters of Microsoft's redirect; they leave the URL once they were submitted. */
export const returnedByMicrosoft = {
  admin_consent: returned,
  tenant: returned,
  state: returned,
  scope: returned,
  error: returned,
  error_description: returned,
};

export const callbackSearch = z.object({
  ...returnedByMicrosoft,
  /** The set-up that accepted them. */
  setup: z.uuid().optional(),
});
