import { administrators, auth, signIn, stepUp as stepUpCalls } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { createStreamTicket } from '#platform/sign-in/stream-tickets';
import { confirmEnrolledTotp, enrolPasskey, enrolPasskeyOptions, enrolTotp } from './enrolment';
import { forgotPassword } from './forgotten-password';
import { getMe } from './me';
import { passkeyOptions, signInByPasskey } from './passkey-sign-in';
import { resetPassword } from './password-reset';
import { presentAdmin } from './present';
import { register } from './registration';
import { sendResetLink } from './reset-link';
import { finishSignIn, passPasskey, passRecoveryCode, passTotp, secondPasskeyOptions } from './second-step';
import { changePassword, logout, refresh } from './service';
import { signInByPassword } from './sign-in';
import { stepUp, stepUpPasskeyOptions } from './step-up';

export function authRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, auth.login, (call) => signInByPassword(deps, call, call.body));
  route(app, deps, auth.register, async (call) => presentAdmin(await register(deps, call, call.body)));
  route(app, deps, auth.refresh, (call) => refresh(deps, call, call.token));
  route(app, deps, auth.logout, (call) => logout(deps, call));
  route(app, deps, auth.me, ({ actor }) => getMe(deps, actor));
  route(app, deps, auth.createStreamTicket, ({ actor }) =>
    deps.db.transaction().execute((tx) => createStreamTicket(deps, tx, actor.proof.id)),
  );
  route(app, deps, auth.changePassword, (call) => changePassword(deps, call, call.body));
  route(app, deps, auth.resetPassword, (call) => resetPassword(deps, call, call.body));
  route(app, deps, auth.forgotPassword, (call) => forgotPassword(deps, call, call.body.username));
  route(app, deps, stepUpCalls.prove, (call) => stepUp(deps, call, call.body));
  route(app, deps, stepUpCalls.passkeyOptions, (call) => stepUpPasskeyOptions(deps, call));
  route(app, deps, administrators.sendPasswordReset, (call) => sendResetLink(deps, call, call.params.id));
}

/** Signing in by a passkey, and the steps after a password or single sign-on. */
export function signInRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, signIn.passkeyOptions, (call) => passkeyOptions(deps, call));
  route(app, deps, signIn.byPasskey, (call) => signInByPasskey(deps, call, call.body.response));
  route(app, deps, signIn.totp, (call) => passTotp(deps, call, call.body.sign_in_token, call.body.code));
  route(app, deps, signIn.recoveryCode, (call) =>
    passRecoveryCode(deps, call, call.body.sign_in_token, call.body.code),
  );
  route(app, deps, signIn.secondPasskeyOptions, (call) => secondPasskeyOptions(deps, call, call.body.sign_in_token));
  route(app, deps, signIn.secondPasskey, (call) =>
    passPasskey(deps, call, call.body.sign_in_token, call.body.response),
  );
  route(app, deps, signIn.setUpTotp, (call) => enrolTotp(deps, call.body.sign_in_token));
  route(app, deps, signIn.confirmTotp, (call) =>
    confirmEnrolledTotp(deps, call, call.body.sign_in_token, call.body.code),
  );
  route(app, deps, signIn.newPasskeyOptions, (call) => enrolPasskeyOptions(deps, call, call.body.sign_in_token));
  route(app, deps, signIn.addPasskey, (call) => enrolPasskey(deps, call, call.body.sign_in_token, call.body));
  route(app, deps, signIn.finish, (call) => finishSignIn(deps, call, call.body.sign_in_token));
}
