import { say } from '@key2xs/texts';
import { z } from 'zod';
import { DriverError } from '../driver-error';

/** Parses an answer with its schema. @throws DriverError bad_answer naming the field */
export function checkAnswer<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = z.core.toDotPath(issue?.path ?? []);
  const problem = issue?.message ?? '';
  const detail = field
    ? say('circumstance.wrongField', { field, problem })
    : say('circumstance.wrongAnswer', { problem });
  throw new DriverError('bad_answer', { detail, cause: result.error });
}
