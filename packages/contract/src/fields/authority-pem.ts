import { z } from 'zod';
import { fieldError } from './field-error';

/** Certificates of an authority that public ones do not know. */
export const AuthorityPem = z
  .string()
  .trim()
  .max(50_000)
  .regex(/^(?:-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\s*)+$/, {
    error: fieldError({ authorityPem: 'Paste certificates as PEM, from BEGIN CERTIFICATE to END CERTIFICATE.' }),
  });
