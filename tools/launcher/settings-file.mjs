import { existsSync, readFileSync } from 'node:fs';
import { Failure } from './failure.mjs';

/**
 * Reads `NAME=value` lines the way systemd reads an `EnvironmentFile`, so that the service and a command at the terminal have the
 * same settings. What the two could read differently is refused.
 * @returns {Record<string, string>}
 * @throws Failure naming the line, never its value, which may be a secret
 */
export function parseSettings(text, file = 'settings') {
  const settings = {};
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const trimmed = line.trim();
    if (trimmed === '' || /^[#;]/.test(trimmed)) continue;
    const [, name, value] = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/.exec(trimmed) ?? [];
    if (name === undefined) throw new Failure(`${file}, line ${at + 1}: not a NAME=value`);
    settings[name] = unquote(value, () => new Failure(`${file}, line ${at + 1}: ${name} ${reason}`));
  }
  return settings;
}

const reason = `needs other quotes: single ones around a value with " or \\, double ones around one with '`;

function unquote(value, refusal) {
  const [, quote, inner] = /^(["'])(.*)\1$/.exec(value) ?? [];
  const doubtful = { "'": /'/, '"': /["\\]/ }[quote] ?? /["'\\]/;
  const plain = inner ?? value;
  if (doubtful.test(plain)) throw refusal();
  return plain;
}

/** The settings of a file, or none where there is no file. @throws Failure where it cannot be read or understood */
export function readSettings(file) {
  if (!existsSync(file)) return {};
  try {
    return parseSettings(readFileSync(file, 'utf8'), file);
  } catch (error) {
    if (error.code === 'EACCES') throw new Failure(`${file} cannot be read by this user: run the command as root`);
    throw error;
  }
}

/** A value that `parseSettings` and systemd read back as it is. */
const quote = (value) => (/^[\w./:@%+=,-]*$/.test(value) ? value : `'${value}'`);

/** The text of a first settings file. @param values name → value, of settings that are known */
export function settingsTemplate(values) {
  const set = Object.entries(values).map(([name, value]) => `${name}=${quote(value)}`);
  return `# Settings of Key2XS, read when the service starts: systemctl restart key2xs
# NAME=value, one a line. All of them are in README.md, "Configuration".

${set.join('\n')}

# A PostgreSQL server in place of the embedded database:
#DATABASE_URL=postgres://key2xs:password@db.example/key2xs
# Where browsers reach the proxy in front of it, with a path if it has one, and that proxy:
#KEY2XS_PUBLIC_URL=https://keys.example
#KEY2XS_TRUSTED_PROXIES=127.0.0.1
# A proxy for outgoing calls, what is called directly, and authorities that are trusted in addition:
#HTTPS_PROXY=http://proxy.example:3128
#NO_PROXY=.inside.example
#KEY2XS_CA_DIR=/etc/key2xs/ca
# No practice key system:
#KEY2XS_SANDBOX=off
# Mails:
#KEY2XS_SMTP_URL=smtps://user:password@mail.example
#KEY2XS_MAIL_FROM=key2xs@example.org
`;
}
