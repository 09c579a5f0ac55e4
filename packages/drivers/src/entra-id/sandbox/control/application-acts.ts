import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { actsOn, Id } from '../../../sandbox-kit/control/act';
import { type Application, applicationNames, newSecret } from '../login/applications';
import { grant } from '../login/consent';
import { isOpen } from '../notifications/subscription';
import type { Running } from '../running';

const act = actsOn<Running>();

const application = { application: z.enum(applicationNames).default('own') };
const role = { role: Id, ...application };

/** Commands for application registrations and their subscriptions. */
export const applicationActs = {
  'revoke-secret': act('Revokes the secret of an application', application, (running, { application }) =>
    change(running, application, { is_secret_revoked: true }),
  ),
  'new-secret': act('Gives an application a new secret, and shows it', application, (running, { application }) => {
    const secret = newSecret();
    change(running, application, { secret, is_secret_revoked: false });
    return { secret };
  }),
  'upload-certificate': act(
    'Registers a certificate for an application: PEM, or the path of such a file',
    { certificate: Id, ...application },
    (running, { application, certificate }) => {
      const pem = pemOf(certificate);
      const { certificates } = get(running, application);
      return change(running, application, { certificates: [...certificates.filter((known) => known !== pem), pem] });
    },
  ),
  'remove-certificates': act('Removes all certificates of an application', application, (running, { application }) =>
    change(running, application, { certificates: [] }),
  ),
  'revoke-tokens': act('Ends every access token that was given', application, (running, { application }) => {
    const since = new Date(running.system.clock.now().getTime() + 1).toISOString();
    return change(running, application, { tokens_since: since });
  }),
  'remove-permission': act('Takes a permission away, such as User.Read.All', role, (running, { application, role }) => {
    const { roles } = get(running, application);
    return change(running, application, { roles: (roles ?? []).filter((known) => known !== role) });
  }),
  'grant-permission': act('Gives a permission', role, (running, { application, role }) => {
    const { roles } = get(running, application);
    return change(running, application, { roles: [...new Set([...(roles ?? []), role])] });
  }),
  consent: act('Consents to an application, as on its page', application, (running, { application }) => {
    grant(running, get(running, application));
    return shown(get(running, application));
  }),
  'withdraw-consent': act('Takes the consent to an application back', application, (running, { application }) =>
    change(running, application, { roles: null }),
  ),
  'lose-subscriptions': act('Drops every subscription without notice', {}, ({ system }) => {
    for (const subscription of openOnes(system)) system.subscriptions.put({ ...subscription, has_ended: true });
  }),
  'expire-subscriptions': act('Ends the time of every subscription', {}, ({ system }) => {
    const expirationDateTime = system.clock.now().toISOString();
    for (const subscription of openOnes(system)) system.subscriptions.put({ ...subscription, expirationDateTime });
  }),
  'send-lifecycle': act(
    'Sends a lifecycle event for every subscription',
    { event: z.enum(['reauthorizationRequired', 'subscriptionRemoved', 'missed']) },
    ({ system, notifier }, { event }) => {
      for (const subscription of openOnes(system)) {
        if (event === 'subscriptionRemoved') system.subscriptions.put({ ...subscription, has_ended: true });
        notifier.lifecycle(subscription, event);
      }
    },
  ),
};

const openOnes = (system: Running['system']) =>
  system.subscriptions.changed().filter((subscription) => isOpen(subscription, system.clock.now()));

function get({ system }: Running, name: Application['name']): Application {
  const found = system.applications.get(name);
  if (!found) throw new RangeError(`There is no application ${name}.`);
  return found;
}

function change(running: Running, name: Application['name'], fields: Partial<Application>) {
  const changed = { ...get(running, name), ...fields };
  running.system.applications.put(changed);
  return shown(changed);
}

const shown = ({ name, client_id, roles, certificates }: Application) => ({
  name,
  client_id,
  roles,
  certificates: certificates.length,
});

function pemOf(text: string): string {
  try {
    return new X509Certificate(text.includes('-----BEGIN') ? text : readFileSync(text)).toString();
  } catch {
    throw new RangeError('This is no certificate in PEM, and no file that holds one.');
  }
}
