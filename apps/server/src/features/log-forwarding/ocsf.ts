import {
  addressOf,
  type ForwardedEvent,
  hasFailed,
  isByLink,
  reasonOf,
  type Sender,
  type Severity,
  severityOf,
  targetNameOf,
  tokenOf,
  verbOf,
} from './forwarded-event';

/** Of the Open Cybersecurity Schema Framework. What is used here has been in it since 1.4. */
const ocsfVersion = '1.8.0';

const iamCategory = 3;
const classes = { account_change: 3001, authentication: 3002, entity_management: 3004 } as const;
const severities: Readonly<Record<Severity, number>> = { informational: 1, low: 2, medium: 3, high: 4 };
const other = 99;

type Activity = { kind: keyof typeof classes; id: number };

const authentication: Readonly<Record<string, number>> = {
  'session.started': 1,
  'login.failed': 1,
  'single_sign_on.failed': 1,
  'second_factor.refused': 1,
  'session.ended': 2,
  'session.others_ended': 2,
  'admin.sessions_ended': 2,
  'admin.acted_for': 7,
  'admin.viewed': 7,
  'session.proved': other,
  'session.refreshed': other,
};

const accountChanges: Readonly<Record<string, number>> = {
  'admin.registered': 1,
  'admin.invited': 1,
  'service_account.created': 1,
  'admin.resumed': 2,
  'admin.password_changed': 3,
  'admin.password_reset_issued': 4,
  'admin.password_reset': 4,
  'admin.password_forgotten': 4,
  'admin.suspended': 5,
  'second_factor.added': 10,
  'admin.second_factors_reset': 11,
  'second_factor.removed': 11,
};

const managed: Readonly<Record<string, number>> = {
  created: 1,
  added: 1,
  uploaded: 1,
  copied: 1,
  exported: 2,
  downloaded: 2,
  viewed: 2,
  updated: 3,
  saved: 3,
  edited: 3,
  changed: 3,
  merged: 3,
  deleted: 4,
  removed: 4,
  discarded: 4,
  dissolved: 4,
  renamed: 5,
  switched_on: 8,
  switched_off: 9,
  disabled: 9,
  activated: 10,
  paused: 12,
  resumed: 13,
};

function activityOf({ action, target_type }: ForwardedEvent): Activity {
  const sign = authentication[action];
  if (sign !== undefined) return { kind: 'authentication', id: sign };
  const change = accountChanges[action];
  if (change !== undefined || target_type === 'admin') return { kind: 'account_change', id: change ?? other };
  return { kind: 'entity_management', id: managed[verbOf(action)] ?? other };
}

/** An entry of the administration log as an event of the Open Cybersecurity Schema Framework. */
export function ocsfEvent(event: ForwardedEvent, sender: Sender): Record<string, unknown> {
  const { kind, id: activity_id } = activityOf(event);
  const { action, details, is_erased, request_id } = event;
  const class_uid = classes[kind];
  const address = addressOf(event);
  const reason = reasonOf(event);
  return {
    metadata: {
      version: ocsfVersion,
      product: {
        name: 'Key2XS',
        vendor_name: 'Key2XS',
        version: sender.version,
        ...(sender.publicUrl !== undefined && { url_string: sender.publicUrl }),
      },
      uid: event.id,
      ...(event.seq !== null && { sequence: Number(event.seq) }),
      event_code: action,
      log_name: 'administration log',
      ...(request_id !== null && { correlation_uid: request_id }),
    },
    category_uid: iamCategory,
    class_uid,
    activity_id,
    ...(activity_id === other && { activity_name: verbOf(action) }),
    type_uid: class_uid * 100 + activity_id,
    severity_id: severities[severityOf(action)],
    status_id: hasFailed(action) ? 2 : 1,
    time: event.at.getTime(),
    message: `${action} by ${event.actor_name}`,
    actor: actorOf(event),
    ...(address !== undefined && { src_endpoint: { ip: address } }),
    ...aboutOf(kind, event),
    ...(reason !== undefined && kind === 'entity_management' && { comment: reason }),
    unmapped: {
      target_type: event.target_type,
      ...(is_erased && { details_erased: true }),
      ...(details !== null && { details }),
    },
  };
}

/** An administrator, with the token they used; a person without an account, by a link; or the part of the product that acted by itself. */
function actorOf(event: ForwardedEvent): Record<string, unknown> {
  const { actor_id, actor_name: name } = event;
  if (actor_id === null) return isByLink(event) ? { user: { name } } : { app_name: name };
  const token = tokenOf(event);
  return { user: { name, uid: actor_id, ...(token?.id !== undefined && { credential_uid: token.id }) } };
}

function aboutOf(kind: Activity['kind'], event: ForwardedEvent): Record<string, unknown> {
  const name = targetNameOf(event);
  const { target_type, target_id, actor_id, actor_name } = event;
  if (kind === 'entity_management') {
    const type = target_type ?? 'installation';
    return { entity: { type, name: name ?? type, ...(target_id !== null && { uid: target_id }) } };
  }
  const isOther = target_type === 'admin' && target_id !== null;
  const user = isOther
    ? { uid: target_id, ...(name !== null && { name }) }
    : { name: name ?? actor_name, ...(actor_id !== null && { uid: actor_id }) };
  return kind === 'authentication' ? { user, service: { name: 'Key2XS' } } : { user };
}

const notAscii = /[^\x20-\x7e]/g;

/** One line of ASCII, so that no receiver mistakes its encoding. */
export const asJsonLine = (value: unknown): string =>
  JSON.stringify(value).replace(notAscii, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
