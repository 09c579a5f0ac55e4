import { createTransport } from 'nodemailer';
import type pg from 'pg';
import type { Config } from '#config';
import { ownAddress } from '../network/own-address';
import { examineDatabase } from './database';
import { codeOf, type Finding, ok, warning, wrong } from './finding';
import { examineMachine } from './machine';
import { examineOutgoing } from './outgoing';
import { reach, unreachable } from './reach';

const timeoutMs = 5_000;

/** Looks at all that an installation needs, each check by itself. Changes nothing. */
export async function examine(config: Config, { now, env }: { now: Date; env: NodeJS.ProcessEnv }): Promise<Finding[]> {
  return [
    ...(await examineOutgoing(config, now, env)),
    ...(await examineMachine(config, now)),
    ...(await examineDatabase(config, (client) => examineConnections(client, config))),
    ...(await examineServer(config)),
    ...(await examineMail(config)),
  ];
}

type Connection = { kind: string; name: string; url: string };

/** Key systems that are not of the sandbox. */
async function examineConnections(client: pg.Client, { proxy }: Config): Promise<Finding[]> {
  const { rows: tables } = await client.query<{ is: boolean }>(
    `select to_regclass('key_system_connection') is not null as is`,
  );
  if (!tables[0]?.is) return [];
  const { rows } = await client.query<Connection>(`
    select 'key system' as kind, name, cliq_api_url as url from key_system_connection
    where is_active and not is_sandbox order by lower(name)`);
  const { rows: directories } = await client.query<{ count: number }>(
    `select count(*)::int as count from iam_connection where is_active and provider = 'entra_id'`,
  );
  const microsoft = directories[0]?.count
    ? [{ kind: 'Entra ID', name: 'Microsoft', url: 'https://graph.microsoft.com' }]
    : [];
  return Promise.all([...rows, ...microsoft].map(({ kind, name, url }) => reachUrl(`${kind} ${name}`, url, proxy)));
}

function reachUrl(check: string, url: string, proxy: Config['proxy']): Promise<Finding> {
  const { hostname, port, protocol } = new URL(url);
  const isTls = protocol === 'https:';
  const host = hostname.replace(/^\[|\]$/g, '');
  return reach(check, { host, port: Number(port) || (isTls ? 443 : 80), isTls, proxy });
}

/** The server itself, and the way of browsers to it through the proxy. */
async function examineServer({ host, port, publicUrl }: Config): Promise<Finding[]> {
  const findings = [await readyAt('server', ownAddress({ host, port }))];
  if (publicUrl) findings.push(await readyAt('public address', publicUrl));
  else {
    findings.push(
      warning('public address', 'not configured', 'Set KEY2XS_PUBLIC_URL: links in mails and passkeys need it.'),
    );
  }
  return findings;
}

async function readyAt(check: string, url: string): Promise<Finding> {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(timeoutMs), redirect: 'manual' });
    const text = await answer.text();
    if (answer.status === 200 && text.includes('"ready"')) return clockOf(check, url, answer);
    if (answer.status === 503) return wrong(check, `${url} is not ready: ${text.slice(0, 300)}`, 'Mend what it says.');
    return wrong(
      check,
      `${url} answers ${answer.status}`,
      'Something else answers there: check the proxy and the port.',
    );
  } catch (error) {
    if (codeOf(error) === 'ECONNREFUSED' && check === 'server') {
      return warning(check, `${url} does not answer`, 'Start it, if it should be running.');
    }
    return unreachable(check, url, error);
  }
}

const toleratedMs = 120_000;

function clockOf(check: string, url: string, answer: Response): Finding {
  const there = Date.parse(answer.headers.get('date') ?? '');
  if (Number.isNaN(there) || Math.abs(Date.now() - there) < toleratedMs) return ok(check, `${url} is ready`);
  const minutes = Math.round(Math.abs(Date.now() - there) / 60_000);
  return wrong(
    check,
    `${url} has a clock that differs by ${minutes} minutes`,
    'Set the clocks of both machines by NTP.',
  );
}

async function examineMail({ mail }: Config): Promise<Finding[]> {
  const check = 'mail';
  if (!mail) {
    return [
      warning(check, 'no mail server is configured', 'Set KEY2XS_SMTP_URL and KEY2XS_MAIL_FROM, or do without mails.'),
    ];
  }
  const { hostname, port } = new URL(mail.smtpUrl);
  const where = `${hostname}:${port || 'its usual port'}`;
  const limits = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  const transport = createTransport({ url: mail.smtpUrl, ...limits });
  try {
    await transport.verify();
    return [ok(check, `${where} takes mails of ${mail.from}`)];
  } catch (error) {
    if (codeOf(error) === 'EAUTH')
      return [wrong(check, `${where} refuses user or password`, 'Correct them in KEY2XS_SMTP_URL.')];
    return [unreachable(check, where, smtpCause(error))];
  } finally {
    transport.close();
  }
}

/** nodemailer replaces the code of the system or of TLS by its own, and keeps the message. */
function smtpCause(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const [, code] = causes.find(([pattern]) => pattern.test(error.message)) ?? [];
  const named = code ?? /\bE[A-Z]{5,}\b/.exec(error.message)?.[0];
  return named ? Object.assign(new Error(error.message), { code: named }) : error;
}

const causes: readonly (readonly [RegExp, string])[] = [
  [/self.signed certificate|unable to (verify|get)/i, 'SELF_SIGNED_CERT_IN_CHAIN'],
  [/certificate has expired/i, 'CERT_HAS_EXPIRED'],
  [/not yet valid/i, 'CERT_NOT_YET_VALID'],
  [/altnames/i, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  [/timed? ?out/i, 'ETIMEDOUT'],
];
