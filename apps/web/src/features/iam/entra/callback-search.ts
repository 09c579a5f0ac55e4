import { z } from 'zod';

const returned = z.coerce.string().max(4_000).optional();

/** What Microsoft sends back with the browser; it leaves the address as soon as it was handed over. */
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
  /** The set-up that took it. */
  setup: z.uuid().optional(),
});
