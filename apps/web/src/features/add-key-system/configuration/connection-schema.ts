import { fieldSentenceOf, KeySystemCreate, maxBundleBytes } from '@key2xs/contract';
import type { TFunction } from 'i18next';
import { z } from 'zod';
import type { CertificateFile } from './certificate-file';

const { cliq_api_url, client_certificate_pass_phrase } = KeySystemCreate.shape;
const typed = z.string().trim();
const maxFiles = 3;
const maxNameLength = 100;
const maxDescriptionLength = 2_000;

const sizeOf = (files: readonly CertificateFile[]) => files.reduce((sum, { file }) => sum + file.size, 0);

type Texts = TFunction<'add-key-system'>;

/** The contract's rules with the form's messages. Trims every text except the pass phrase. */
export function connectionSchema(t: Texts) {
  const files = z
    .array(z.custom<CertificateFile>())
    .min(1, t('errors.files'))
    .max(maxFiles, t('errors.filesMany'))
    .refine((chosen) => sizeOf(chosen) <= maxBundleBytes, t('errors.filesSize'));
  const certificate = z.object({ client_certificate_bundle_pem_file: files, client_certificate_pass_phrase });
  return z
    .object({
      name: typed.min(1, t('errors.name')).max(maxNameLength, t('errors.nameLength')),
      cliq_api_url: addressOf(t),
      domain_name: typed.min(1, t('errors.domain')).max(maxNameLength, t('errors.domainLength')),
      description: typed
        .max(maxDescriptionLength, t('errors.descriptionLength'))
        .transform((text) => text || undefined),
      ...certificate.shape,
    })
    .refine((entered) => isOpened(entered), {
      path: ['client_certificate_pass_phrase'],
      error: t('errors.passPhrase'),
      // Check along with the other fields, not only after they are valid.
      when: ({ value }) => certificate.safeParse(value).success,
    });
}

const addressErrors = ['url', 'urlFormat', 'tooLong', 'urlSignIn', 'urlRest'] as const;

/** The contract's rule for addresses with the form's messages. */
const addressOf = (t: Texts) =>
  typed.transform((text, context) => {
    const { data, error } = cliq_api_url.safeParse(text);
    if (data !== undefined) return data;
    const sentence = error?.issues[0] && fieldSentenceOf(error.issues[0]);
    const name = addressErrors.find((one) => one === sentence?.name) ?? 'urlFormat';
    context.addIssue({ code: 'custom', message: t(`errors.address.${name}`) });
    return z.NEVER;
  });

const isOpened = (entered: {
  client_certificate_bundle_pem_file: readonly CertificateFile[];
  client_certificate_pass_phrase?: string | undefined;
}) =>
  Boolean(entered.client_certificate_pass_phrase) ||
  !entered.client_certificate_bundle_pem_file.some(({ isProtected }) => isProtected);

type Schema = ReturnType<typeof connectionSchema>;
/** Before validation. */
export type ConnectionInput = z.input<Schema>;
/** After validation. */
export type ConnectionValues = z.output<Schema>;
