import { z } from 'zod';
import { endpoint } from '../../api/endpoint';

/** Who has to have a second factor. Roles of administrators may demand one as well. */
export const secondFactorRules = ['optional', 'super_admins', 'everybody'] as const;
export type SecondFactorRule = (typeof secondFactorRules)[number];

const Choices = z.strictObject({ second_factor: z.enum(secondFactorRules) });

export const SignInPolicy = Choices.extend({
  version: z.int(),
  without_second_factor: z
    .object({ super_admins: z.int(), everybody: z.int() })
    .describe('Active administrators who would have to set one up at their next sign-in.'),
});
export type SignInPolicy = z.infer<typeof SignInPolicy>;

export const signInPolicy = {
  get: endpoint({
    method: 'GET',
    path: '/settings/sign-in-policy',
    summary: 'Who has to have a second factor',
    allow: ['superadmin'],
    audit: { none: 'read-only' },
    response: SignInPolicy,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/settings/sign-in-policy',
    summary: 'Change who has to have a second factor; those without one set it up at the next sign-in',
    allow: ['superadmin'],
    stepUp: true,
    audit: 'sign_in_policy.updated',
    changes: ['sign-in-policy', 'second-factors', 'administrators'],
    body: Choices,
    response: SignInPolicy,
    errors: ['version_conflict'],
  }),
};
