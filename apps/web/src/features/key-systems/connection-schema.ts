import { KeySystemCreate, maxBundleBytes } from '@key2xs/contract';
import type { TFunction } from 'i18next';
import { z } from 'zod';

const { name, cliq_api_url, domain_name, description } = KeySystemCreate.shape;
const typed = z.string().trim();

/** The contract's rules with the sentences of the form; every text is trimmed. */
export function connectionSchema(t: TFunction<'key-systems'>) {
  return z.object({
    name: typed.min(1, t('errors.name')).max(100, t('errors.nameLength')).pipe(name),
    cliq_api_url: typed.min(1, t('errors.url')).pipe(cliq_api_url),
    domain_name: typed.min(1, t('errors.domain')).pipe(domain_name),
    description: description.transform((text) => text || undefined),
    client_certificate_bundle_pem_file: z
      .custom<File>((value) => value instanceof File, t('errors.file'))
      .refine((file) => file.size <= maxBundleBytes, t('errors.fileSize')),
  });
}

export type ConnectionValues = z.output<ReturnType<typeof connectionSchema>>;
