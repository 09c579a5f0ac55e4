import { notificationPaths } from '@key2xs/contract';
import { type DestinationStream, type Logger, pino } from 'pino';

/** Fields with these names are removed from log lines, at the first two levels of an object. */
const secretFields = [
  'authorization',
  'cookie',
  'token',
  'access_token',
  'invitation_token',
  'password',
  'current_password',
  'new_password',
  'certificate',
  'client_certificate_bundle_pem',
  'client_certificate_bundle_pem_file',
  'client_certificate_pass_phrase',
  'pass_phrase',
  'key',
  'secret',
];

/** One JSON line per event on standard error; standard output is for people. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const paths = secretFields.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  return pino(
    { level, redact: { paths, censor: '[redacted]' } },
    destination ?? pino.destination({ fd: 2, sync: false }),
  );
}

/** A URL without its query: the query of the suggestions stream carries a token. */
export const withoutQuery = (url: string): string => url.split('?', 1)[0] ?? '';

const beforeWebhookKey = new RegExp(`${notificationPaths}[^/]*/`);

/** A URL without secrets: its query, and the key of a webhook, even if the URL is malformed. */
export function loggableUrl(url: string): string {
  const path = withoutQuery(url);
  const found = beforeWebhookKey.exec(path);
  return found ? `${path.slice(0, found.index + found[0].length)}[redacted]` : path;
}
