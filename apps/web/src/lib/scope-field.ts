import type { AdminScope } from '@key2xs/contract';
import { z } from 'zod';

/** A scope as forms hold it; a limit has at least one choice. */
export const scopeField = (messages: { departments: string; places: string }) =>
  z.object({
    departments: z.array(z.string()).min(1, messages.departments).nullable(),
    places: z.array(z.string()).min(1, messages.places).nullable(),
  });

export const isLimited = ({ departments, places }: AdminScope): boolean => departments !== null || places !== null;

/** As the API takes it: null without a limit. */
export const scopeOrNull = (scope: AdminScope): AdminScope | null => (isLimited(scope) ? scope : null);

type Message = { message?: string | undefined } | undefined;
type ScopeError = { message?: string | undefined; departments?: Message; places?: Message } | undefined;

/** As the scope picker shows them. */
export const scopeErrors = (error: ScopeError) => ({
  departments: error?.departments?.message,
  places: error?.places?.message,
  whole: error?.message,
});
