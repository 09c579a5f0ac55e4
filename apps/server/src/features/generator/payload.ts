import { GeneratorPayload } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { invalidField, invalidInput } from '#platform/errors';

/** @throws AppError validation_failed */
export function readPayload(text: string | undefined): GeneratorPayload {
  const parsed = GeneratorPayload.safeParse(parseJson(text ?? '{}'));
  if (!parsed.success) throw invalidInput(parsed.error);
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidField('payload', say('generator.payload'));
  }
}
