import { zodResolver } from '@hookform/resolvers/zod';
import { fieldSentenceOf } from '@key2xs/contract';
import type { FieldValues, Resolver } from 'react-hook-form';
import { z } from 'zod';
import { currentLanguage, i18n } from './i18n';

/** Validates a form by a schema. Errors of the contract appear in the reader's language, those of the form as they are. */
export function fieldResolver<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
): Resolver<Input, unknown, Output> {
  const parseAsync = async (values: unknown) => {
    const parsed = await schema.safeParseAsync(values);
    if (parsed.success) return parsed.data;
    throw new z.ZodError(await translateIssues(parsed.error.issues));
  };
  const translated: typeof schema = Object.create(schema, { parseAsync: { value: parseAsync } });
  return zodResolver(translated);
}

async function translateIssues(issues: z.core.$ZodIssue[]): Promise<z.core.$ZodIssue[]> {
  const texts = await loadTexts();
  return issues.map((issue) => {
    const sentence = fieldSentenceOf(issue);
    if (!sentence || !texts) return issue;
    const message = i18n.services.interpolator.interpolate(texts[sentence.name], sentence.values, i18n.language, {});
    return { ...issue, message };
  });
}

/** Undefined in English, which the contract has itself, and if they cannot be loaded. */
async function loadTexts() {
  if (currentLanguage() === 'en') return undefined;
  const loaded = await import('@key2xs/texts/de/sentences/fields').catch(() => undefined);
  return loaded?.field;
}
