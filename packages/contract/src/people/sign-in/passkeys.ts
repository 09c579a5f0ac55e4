import { z } from 'zod';
import { fieldError } from '../../fields/field-error';
import { oneTimeCode } from '../../fields/field-words';

/** Six digits; spaces, which apps show between them, are left out. */
export const OneTimeCode = z
  .string()
  .max(20)
  .transform((text) => text.replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, { error: fieldError({ oneTimeCode }) }));

const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
const Challenge = z.string();
const Requirement = z.enum(['discouraged', 'preferred', 'required']);

const CredentialDescriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.enum(transports)).optional(),
});

/** As `navigator.credentials.get` takes it, with bytes as base64url. */
export const PasskeyRequestOptions = z.object({
  challenge: Challenge,
  timeout: z.int().optional(),
  rpId: z.string().optional(),
  allowCredentials: z.array(CredentialDescriptor).optional(),
  userVerification: Requirement.optional(),
});
export type PasskeyRequestOptions = z.infer<typeof PasskeyRequestOptions>;

/** As `navigator.credentials.create` takes it, with bytes as base64url. */
export const PasskeyCreationOptions = z.object({
  rp: z.object({ id: z.string().optional(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: Challenge,
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int().optional(),
  excludeCredentials: z.array(CredentialDescriptor).optional(),
  authenticatorSelection: z
    .object({
      residentKey: Requirement.optional(),
      requireResidentKey: z.boolean().optional(),
      userVerification: Requirement.optional(),
    })
    .optional(),
  attestation: z.enum(['none', 'direct', 'enterprise']).optional(),
});
export type PasskeyCreationOptions = z.infer<typeof PasskeyCreationOptions>;

/** A credential ID is at most 1,023 bytes; keys and signatures of the newest kinds are the longest parts. */
const Base64Url = z
  .string()
  .max(8_000)
  .regex(/^[\w-]+$/);

const credential = {
  id: Base64Url,
  rawId: Base64Url,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish(),
};

/** What the browser answers when a passkey is made; what it adds beyond is left out. */
export const PasskeyRegistration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});
export type PasskeyRegistration = z.infer<typeof PasskeyRegistration>;

/** What the browser answers when a passkey is used. */
export const PasskeyAssertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: Base64Url.nullish(),
  }),
});
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>;
