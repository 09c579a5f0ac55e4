import { z } from 'zod';
import { type ErrorCode, errorCatalogue } from './errors';

const codes = Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]]; // keys of a closed const object

/** Body of every failed answer (RFC 9457, `application/problem+json`). Extra members depend on the code. */
export const Problem = z.looseObject({
  type: z.string().describe('Always `about:blank`: the code says which problem it is.'),
  title: z.string(),
  status: z.int(),
  code: z.enum(codes).describe('From the closed catalogue; stable.'),
  detail: z.string().describe('What happened and what to do, in plain words.'),
  request_id: z.string().describe('Also on every log line of this request.'),
  errors: z
    .array(
      z.object({
        path: z.string().describe('Dotted path of the field, empty for the whole body.'),
        message: z.string(),
      }),
    )
    .optional()
    .describe('Only with validation_failed.'),
});
export type Problem = z.infer<typeof Problem>;
