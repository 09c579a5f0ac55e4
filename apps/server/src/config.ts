import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { howToRun } from '#platform/how-to-run';
import {
  authoritiesIn,
  isHostOrNetwork,
  isNetwork,
  networkSettings,
  proxyIn,
  withSmallNames,
} from '#platform/network/network-settings';
import type { HttpProxy } from '#platform/network/proxy';
import { readAuthorityFile, type TrustedAuthority } from '#platform/network/trusted-authorities';

const port = z.coerce.number().int().min(0).max(65_535);
const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
  );

/** Paths that the product itself answers: below one of them, an address could mean two things. */
const ownPath = /^\/(api|assets|help)(\/|$)/;

function isPublicAddress(text: string): boolean {
  if (!URL.canParse(text)) return true; // which is said already
  const { pathname, search, hash, username } = new URL(text);
  const isPath = /^(\/[\w.~-]+)*\/?$/.test(pathname) && !ownPath.test(pathname);
  return isPath && search === '' && hash === '' && username === '';
}

/** An address, or a name and an address. */
const mailFrom = /^(?:[^<>@\r\n]{1,100} <[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/;

const Environment = z.object({
  PORT: port.default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  KEY2XS_DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_DIRECT_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  KEY2XS_ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  KEY2XS_ADMIN_USERNAME: z.string().trim().min(3).max(64).optional(),
  KEY2XS_ADMIN_PASSWORD: z.string().min(15, 'needs at least 15 characters').max(256).optional(),
  KEY2XS_PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .refine(
      isPublicAddress,
      'needs an address such as https://keys.example, or with a path https://host.example/key2xs',
    )
    .transform((text) => new URL(text).href.replace(/\/+$/, ''))
    .optional(),
  KEY2XS_SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .refine((text) => new URL(text).hostname !== '', 'needs an address such as smtps://user:password@mail.example')
    .optional(),
  KEY2XS_MAIL_FROM: z
    .string()
    .regex(mailFrom, 'needs an address such as key2xs@example.org, or Key2XS <key2xs@example.org>')
    .optional(),
  KEY2XS_ENTRA_CLIENT_ID: z.guid('needs the application (client) ID').toLowerCase().optional(),
  KEY2XS_ENTRA_CLIENT_SECRET: z.string().min(1).max(500).optional(),
  KEY2XS_ENTRA_CERTIFICATE_FILE: z.string().min(1).optional(),
  KEY2XS_LLM_URL: z
    .url({ protocol: /^https$/ })
    .refine(
      (text) => !new URL(text).username,
      'needs an address such as https://models.example/v1; the key has its own',
    )
    .optional(),
  KEY2XS_LLM_KEY: z.string().min(1).max(500).optional(),
  KEY2XS_LLM_MODEL: z.string().trim().min(1).max(200).optional(),
  KEY2XS_TIMESTAMP_URL: z.url({ protocol: /^https$/ }).optional(),
  KEY2XS_TIMESTAMP_CA_FILE: z.string().min(1).optional(),
  ...networkSettings,
  KEY2XS_SANDBOX: z.enum(['on', 'off']).optional(),
  KEY2XS_SANDBOX_KEYS: z.coerce.number().int().min(60).max(8_999).optional(),
  KEY2XS_DEMO: z.enum(['on', 'off']).default('off'),
  KEY2XS_SECRET_KEY: z
    .string()
    .refine((text) => Buffer.from(text, 'base64').length === 32, 'needs 32 bytes as base64')
    .optional(),
  KEY2XS_METRICS_NETWORKS: list.refine(
    (entries) => entries.every(isNetwork),
    'needs addresses or networks, comma-separated',
  ),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error']).optional(),
  KEY2XS_BACKUP_DIR: z.string().min(1).optional(),
  KEY2XS_BACKUP_RECIPIENT: z
    .string()
    .regex(/^age1[a-z0-9]+$/, `needs the recipient that ${howToRun('backup', '--new-key')} prints, age1…`)
    .optional(),
  KEY2XS_BACKUP_KEEP: z.coerce.number().int().min(1).max(1_000).default(14),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  KEY2XS_TRUSTED_PROXIES: list.refine(
    (entries) => entries.every(isNetwork),
    'needs addresses or networks, comma-separated',
  ),
  KEY2XS_ALLOWED_HOSTS: list.refine(
    (entries) => entries.every(isHostOrNetwork),
    'needs hosts, host:port or networks, comma-separated',
  ),
});

/** The multi-tenant application of the product at Microsoft. */
export type SharedApplication = { client_id: string } & ({ secret: string } | { certificate_file: string });

export type Config = {
  port: number;
  host: string;
  dataDir: string;
  /** Undefined: the embedded database in the data folder. */
  databaseUrl: string | undefined;
  /** Past the pooler that `databaseUrl` names, for what needs a session. Undefined: there is none. */
  directDatabaseUrl: string | undefined;
  /** `web` does no background work that processes share; `worker` answers health and metrics only. */
  role: 'all' | 'web' | 'worker';
  firstAdmin: { username: string; password: string } | undefined;
  /** Unless set: only with the embedded database, which is for trying. */
  isSandboxOn: boolean;
  /** Keys of the sandbox key system; undefined: its usual number. */
  sandboxKeys: number | undefined;
  /** Its people and doors are made up: every screen says so, and no mails are sent. */
  isDemo: boolean;
  /** Where browsers and outer systems reach this server: `https://host` or `https://host/path`. Undefined: not configured. */
  publicUrl: string | undefined;
  /** The mail server and the sender address. Undefined: no mails are sent. */
  mail: { smtpUrl: string; from: string } | undefined;
  /** OpenAI-compatible, names suggestions of the generator. Undefined: the generator names them itself. */
  languageModel: { url: string; name: string; key: string | undefined } | undefined;
  /** An authority of time stamps by RFC 3161, and whose certificates its own are issued by. Undefined: the log is not stamped. */
  timeStamps: { url: string; authorities: TrustedAuthority[] } | undefined;
  /** Undefined: Entra ID is connected with an app registration of the customer only. */
  sharedApplication: SharedApplication | undefined;
  /** 32 bytes as base64; undefined: a key file in the data folder. */
  secretKey: string | undefined;
  /** Where a backup is written each day, who can open it, and how many are kept. Undefined: none is written. */
  backup: { directory: string; recipient: string; keep: number } | undefined;
  /** Who may read /metrics besides this machine. */
  metricsNetworks: string[];
  /** Undefined: `warn` on a terminal, else `info`. */
  logLevel: 'debug' | 'info' | 'warn' | 'error' | undefined;
  trustedProxies: string[];
  /** Where traces are sent to by OTLP over HTTP, and how many of them. Undefined: none are made. */
  tracing: { endpoint: string; ratio: number } | undefined;
  allowedHosts: string[];
  /** Through which other systems are called by HTTPS. Undefined: they are called directly. */
  proxy: HttpProxy | undefined;
  /** Trusted in addition to the public authorities. */
  authorities: TrustedAuthority[];
};

/** Invalid settings, one printable line each. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  constructor(readonly lines: string[]) {
    super(lines.join('\n'));
  }
}

/** @throws ConfigError naming every invalid variable, never its value, which may be a secret */
export function readConfig(env: NodeJS.ProcessEnv, root = process.cwd()): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const set = withSecretFiles(orRefuse(() => withSmallNames(given)));
  const parsed = Environment.safeParse(set);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  }
  const value = parsed.data;
  const { KEY2XS_ADMIN_USERNAME: username, KEY2XS_ADMIN_PASSWORD: password } = value;
  if ((username === undefined) !== (password === undefined)) {
    throw new ConfigError(['KEY2XS_ADMIN_USERNAME and KEY2XS_ADMIN_PASSWORD: set both or none']);
  }
  if (value.DATABASE_DIRECT_URL !== undefined && value.DATABASE_URL === undefined) {
    throw new ConfigError(['DATABASE_DIRECT_URL: set DATABASE_URL too, to the address of the pooler']);
  }
  if (value.KEY2XS_ROLE !== 'all' && value.DATABASE_URL === undefined) {
    throw new ConfigError([
      `KEY2XS_ROLE: ${value.KEY2XS_ROLE} needs DATABASE_URL; the embedded database has one process`,
    ]);
  }
  const { KEY2XS_SMTP_URL: smtpUrl, KEY2XS_MAIL_FROM: from } = value;
  if ((smtpUrl === undefined) !== (from === undefined)) {
    throw new ConfigError(['KEY2XS_SMTP_URL and KEY2XS_MAIL_FROM: set both or none']);
  }
  const { KEY2XS_LLM_URL: url, KEY2XS_LLM_MODEL: model, KEY2XS_LLM_KEY: key } = value;
  if ((url === undefined) !== (model === undefined) || (key !== undefined && url === undefined)) {
    throw new ConfigError(['KEY2XS_LLM_URL and KEY2XS_LLM_MODEL: set both or none; KEY2XS_LLM_KEY only with them']);
  }
  const { KEY2XS_TIMESTAMP_URL: stampUrl, KEY2XS_TIMESTAMP_CA_FILE: stampAuthority } = value;
  if ((stampUrl === undefined) !== (stampAuthority === undefined)) {
    throw new ConfigError(['KEY2XS_TIMESTAMP_URL and KEY2XS_TIMESTAMP_CA_FILE: set both or none']);
  }
  const { KEY2XS_BACKUP_DIR: backupDir, KEY2XS_BACKUP_RECIPIENT: recipient } = value;
  if (backupDir !== undefined && recipient === undefined) {
    throw new ConfigError([
      `KEY2XS_BACKUP_DIR: set KEY2XS_BACKUP_RECIPIENT too; ${howToRun('backup', '--new-key')} prints one`,
    ]);
  }
  const isDemo = value.KEY2XS_DEMO === 'on';
  return {
    port: value.PORT,
    host: value.HOST,
    dataDir: resolve(root, value.KEY2XS_DATA_DIR),
    databaseUrl: value.DATABASE_URL,
    directDatabaseUrl: value.DATABASE_DIRECT_URL,
    role: value.KEY2XS_ROLE,
    firstAdmin: username && password ? { username, password } : undefined,
    publicUrl: value.KEY2XS_PUBLIC_URL,
    mail: smtpUrl && from && !isDemo ? { smtpUrl, from } : undefined,
    sharedApplication: sharedApplicationOf(value, root),
    languageModel: url && model ? { url, name: model, key } : undefined,
    timeStamps:
      stampUrl && stampAuthority
        ? { url: stampUrl, authorities: orRefuse(() => authoritiesOfStamps(resolve(root, stampAuthority))) }
        : undefined,
    isSandboxOn: (value.KEY2XS_SANDBOX ?? (value.DATABASE_URL ? 'off' : 'on')) === 'on',
    sandboxKeys: value.KEY2XS_SANDBOX_KEYS,
    isDemo,
    secretKey: value.KEY2XS_SECRET_KEY,
    backup:
      backupDir && recipient
        ? { directory: resolve(root, backupDir), recipient, keep: value.KEY2XS_BACKUP_KEEP }
        : undefined,
    logLevel: value.LOG_LEVEL,
    tracing: value.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: value.OTEL_EXPORTER_OTLP_ENDPOINT, ratio: value.OTEL_TRACES_SAMPLER_ARG }
      : undefined,
    metricsNetworks: value.KEY2XS_METRICS_NETWORKS,
    trustedProxies: value.KEY2XS_TRUSTED_PROXIES,
    allowedHosts: value.KEY2XS_ALLOWED_HOSTS,
    proxy: orRefuse(() => proxyIn(value)),
    authorities: orRefuse(() => authoritiesIn(value, (path) => resolve(root, path))),
  };
}

/** @throws Error naming the setting and the file */
function authoritiesOfStamps(path: string): TrustedAuthority[] {
  try {
    return readAuthorityFile(path);
  } catch (error) {
    throw new Error(`KEY2XS_TIMESTAMP_CA_FILE: ${error instanceof Error ? error.message : error}`);
  }
}

/** @throws ConfigError with the message of another error, which names the setting */
function orRefuse<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new ConfigError([error instanceof Error ? error.message : String(error)]);
  }
}

/** Settings that hold a secret can be in a file, whose path is in the setting of the same name with `_FILE`. */
const secretSettings = [
  'DATABASE_DIRECT_URL',
  'DATABASE_URL',
  'HTTPS_PROXY',
  'KEY2XS_ADMIN_PASSWORD',
  'KEY2XS_ENTRA_CLIENT_SECRET',
  'KEY2XS_LLM_KEY',
  'KEY2XS_SECRET_KEY',
  'KEY2XS_SMTP_URL',
  'KEY2XS_TIMESTAMP_URL',
];

/** @throws ConfigError where a file cannot be read, or a setting is given twice */
function withSecretFiles(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const found = { ...env };
  for (const name of secretSettings) {
    const file = env[`${name}_FILE`];
    if (file === undefined) continue;
    if (env[name] !== undefined) throw new ConfigError([`${name}_FILE: ${name} is set too; set one of them`]);
    try {
      found[name] = readFileSync(file, 'utf8').trim();
    } catch (error) {
      throw new ConfigError([`${name}_FILE: ${error instanceof Error ? error.message : error}`]);
    }
  }
  return found;
}

/** @throws ConfigError where only a part of it is set */
function sharedApplicationOf(value: z.output<typeof Environment>, root: string): SharedApplication | undefined {
  const {
    KEY2XS_ENTRA_CLIENT_ID: client_id,
    KEY2XS_ENTRA_CLIENT_SECRET: secret,
    KEY2XS_ENTRA_CERTIFICATE_FILE: file,
    KEY2XS_PUBLIC_URL: publicUrl,
  } = value;
  if (client_id === undefined && secret === undefined && file === undefined) return undefined;
  const isWhole = client_id !== undefined && (secret === undefined) !== (file === undefined);
  if (!isWhole) {
    throw new ConfigError([
      'KEY2XS_ENTRA_CLIENT_ID: set it together with either KEY2XS_ENTRA_CLIENT_SECRET or KEY2XS_ENTRA_CERTIFICATE_FILE',
    ]);
  }
  if (publicUrl === undefined) throw new ConfigError(['KEY2XS_ENTRA_CLIENT_ID: set KEY2XS_PUBLIC_URL too']);
  return secret === undefined ? { client_id, certificate_file: resolve(root, file ?? '') } : { client_id, secret };
}
