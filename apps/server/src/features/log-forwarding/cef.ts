import {
  addressOf,
  type ForwardedEvent,
  hasFailed,
  reasonOf,
  type Sender,
  type Severity,
  severityOf,
  targetNameOf,
  tokenOf,
  verbOf,
} from './forwarded-event';

const severities: Readonly<Record<Severity, number>> = { informational: 2, low: 3, medium: 6, high: 8 };

/** The most that a custom field of this format holds. */
const maxDetails = 4_000;

/** An entry of the administration log in the Common Event Format. */
export function cefEvent(event: ForwardedEvent, { version, host }: Sender): string {
  const { action } = event;
  const title = action.replaceAll(/[._]/g, ' ');
  const header = ['CEF:0', 'Key2XS', 'Key2XS', version, action, title, `${severities[severityOf(action)]}`];
  return `${header.map(escapeHeader).join('|')}|${extensionOf(event, host)}`;
}

function extensionOf(event: ForwardedEvent, host: string): string {
  const { target_type, target_id, actor_id, details, seq } = event;
  const isAboutAdmin = target_type === 'admin';
  const name = targetNameOf(event);
  const recorded = details === null ? undefined : shortJson(details);
  const fields: [string, string | number | null | undefined][] = [
    ['rt', event.at.getTime()],
    ['dvchost', host],
    ['externalId', event.id],
    ['cat', target_type],
    ['act', verbOf(event.action)],
    ['outcome', hasFailed(event.action) ? 'failure' : 'success'],
    ['suser', event.actor_name],
    ['suid', actor_id],
    ['src', addressOf(event)],
    ['duser', isAboutAdmin ? name : undefined],
    ['duid', isAboutAdmin ? target_id : undefined],
    ['reason', reasonOf(event)],
    ...labelled('cn1', 'position', seq),
    ...labelled('cs1', 'targetId', isAboutAdmin ? undefined : target_id),
    ...labelled('cs2', 'targetName', isAboutAdmin ? undefined : name),
    ...labelled('cs3', 'apiToken', tokenOf(event)?.name),
    ...labelled('cs4', 'details', recorded),
    ...labelled('cs5', 'requestId', event.request_id),
  ];
  return fields
    .flatMap(([key, value]) =>
      value === undefined || value === null || value === '' ? [] : [`${key}=${escapeValue(`${value}`)}`],
    )
    .join(' ');
}

/** What is too long is left out, and that is said: a part would be no JSON. */
function shortJson(details: Record<string, unknown>): string {
  const text = JSON.stringify(details);
  return text.length <= maxDetails ? text : JSON.stringify({ left_out_characters: text.length });
}

const labelled = (key: string, label: string, value: string | null | undefined): [string, string][] =>
  value === undefined || value === null
    ? []
    : [
        [`${key}Label`, label],
        [key, value],
      ];

/** A line break would end the message in a file. */
const lineBreaks = /[\r\n\u2028\u2029]+/g;

const escapeHeader = (text: string): string => text.replaceAll(/[\\|]/g, '\\$&').replaceAll(lineBreaks, ' ');

const escapeValue = (text: string): string =>
  text
    .replaceAll(/[\\=]/g, '\\$&')
    .replaceAll(/\r\n|\n|[\u2028\u2029]/g, '\\n')
    .replaceAll('\r', '\\r');
