import { cefEvent } from './cef';
import { type ForwardedEvent, type Sender, type Severity, severityOf } from './forwarded-event';
import { asJsonLine, ocsfEvent } from './ocsf';

export type LogFormat = 'ocsf' | 'cef';

/** Log audit. */
const facility = 13;
const severities: Readonly<Record<Severity, number>> = { informational: 6, low: 5, medium: 4, high: 2 };
const maxSequence = 2_147_483_647;
/** Receivers cut off what is longer than they are set to; a message that is cut off is no JSON any more. */
const maxBytes = 60_000;

/** One line, without its break: OCSF as JSON, or CEF. */
export const eventLine = (format: LogFormat, event: ForwardedEvent, sender: Sender): string =>
  format === 'cef' ? cefEvent(event, sender) : asJsonLine(ocsfEvent(event, sender));

/** Details that would make it too long are left out, and that is said. */
function shortLine(format: LogFormat, event: ForwardedEvent, sender: Sender): string {
  const line = eventLine(format, event, sender);
  const bytes = Buffer.byteLength(line);
  return bytes <= maxBytes ? line : eventLine(format, { ...event, details: { left_out_bytes: bytes } }, sender);
}

/** A message by RFC 5424, with the count of its bytes before it, as RFC 5425 has it. */
export function syslogFrame(format: LogFormat, event: ForwardedEvent, sender: Sender): Buffer {
  const priority = facility * 8 + severities[severityOf(event.action)];
  const head = [
    `<${priority}>1`,
    event.at.toISOString(),
    nameField(sender.host, 255),
    'Key2XS',
    '-',
    nameField(event.action, 32),
    structuredData(event, sender),
  ];
  const message = Buffer.from(`${head.join(' ')} ${shortLine(format, event, sender)}`);
  return Buffer.concat([Buffer.from(`${message.length} `), message]);
}

/** The elements that the standard itself names; others would need a number of the manufacturer. */
function structuredData({ seq }: ForwardedEvent, { version }: Sender): string {
  const origin = `[origin software="Key2XS" swVersion="${parameter(version)}"]`;
  return seq === null ? origin : `${origin}[meta sequenceId="${((Number(seq) - 1) % maxSequence) + 1}"]`;
}

const parameter = (text: string): string => text.replaceAll(/["\\\]]/g, '\\$&');

/** Printable ASCII without spaces. */
const nameField = (text: string, max: number): string => text.replaceAll(/[^\x21-\x7e]/g, '').slice(0, max) || '-';
