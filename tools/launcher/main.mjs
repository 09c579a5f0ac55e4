import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Failure } from './failure.mjs';
import { install } from './install.mjs';
import { findInstallation, here, releaseOf } from './layout.mjs';
import { runHere } from './programs.mjs';
import { status } from './status.mjs';
import { requireWholeData } from './unfinished-upgrade.mjs';
import { uninstall } from './uninstall.mjs';
import { upgrade } from './upgrade.mjs';

const help = `Usage: key2xs <command> [options]

From an unpacked archive, as root:
  install               installs it: own user, /opt/key2xs, /var/lib/key2xs, /etc/key2xs/key2xs.env, systemd service
    --no-service        without systemd and without a start
    --no-user           without a user of its own; only with --no-service
    --user <name>       runs as this user, made where there is none (key2xs)
    --port <number>     listens on this port (8080)
    --settings <file>   takes these settings in place of new ones
    --recipient <age1…> who can open the backups; otherwise a recovery key is made and printed once
    --no-backups        writes no backup each day
  upgrade               puts this version in the place of the installed one; the former one comes back if it does not start
                        (on PostgreSQL only if no migration has run)
    --without-backup    writes no backup before
    --back              after an upgrade that was cut off, such as by a power cut: puts the former version and its data back

Of the installed version:
  status                version, service, server, data, migrations, newest backup
  start                 runs the server in the foreground
  backup, restore, doctor, admin, requests, audit-verify
                        the commands of README.md, with the settings and as the user of the installation
  uninstall             removes the program and keeps data and settings
    --purge [--yes]     deletes them, too
  version               prints the version of this folder

Every command takes --root <folder>: an installation below this folder, without user and service.
Exit code 0: done, 1: not possible, 2: the command was not understood, 3 (status): the server is not ready.
`;

const text = { type: 'string' };
const flag = { type: 'boolean' };
const root = { root: text };
const own = {
  install: {
    options: {
      ...root,
      'no-service': flag,
      'no-user': flag,
      user: text,
      port: text,
      settings: text,
      recipient: text,
      'no-backups': flag,
    },
    run: install,
  },
  upgrade: { options: { ...root, 'without-backup': flag, back: flag }, run: upgrade },
  uninstall: { options: { ...root, purge: flag, yes: flag }, run: uninstall },
  status: { options: root, run: status },
};
const passedOn = ['start', 'backup', 'restore', 'doctor', 'admin', 'requests', 'audit-verify'];

/** @returns the exit code */
async function main([command, ...args]) {
  if (command === undefined || ['help', '--help', '-h'].includes(command) || args.some(isHelp(command))) {
    process.stdout.write(help);
    return command === undefined ? 2 : 0;
  }
  if (command === 'version' || command === '--version') {
    console.log(releaseOf(here).version);
    return 0;
  }
  if (own[command]) return (await own[command].run(parse(own[command].options, args))) ?? 0;
  if (passedOn.includes(command)) return passOn(command, args);
  throw new Failure(`There is no command "${command}": key2xs --help lists them`, 2);
}

const isHelp = (command) => (arg) => own[command] !== undefined && (arg === '--help' || arg === '-h');

function parse(options, args) {
  try {
    const { values } = parseArgs({ args, options });
    return { ...values, ...(values.root !== undefined && { root: resolve(values.root) }) };
  } catch (error) {
    throw new Failure(`${error.message.split('. ')[0]}: key2xs --help lists the options`, 2);
  }
}

function passOn(command, args) {
  const { root, rest } = takeRoot(args);
  const installation = findInstallation(root);
  requireWholeData(installation);
  if (command !== 'restore') return runHere(installation, command, rest);
  const { key, others } = takeKey(rest);
  return runHere(installation, command, others, key === undefined ? {} : { KEY2XS_RECOVERY_KEY: key });
}

/** Our only option among those of the program. */
function takeRoot(args) {
  const at = args.indexOf('--root');
  if (at < 0) return { root: undefined, rest: args };
  if (args[at + 1] === undefined) throw new Failure('--root needs a folder', 2);
  return { root: resolve(args[at + 1]), rest: args.toSpliced(at, 2) };
}

/** Reads the recovery key as the calling user: the user of the service may not. */
function takeKey(args) {
  const at = args.indexOf('--key-file');
  if (at < 0 || args[at + 1] === undefined) return { key: undefined, others: args };
  return { key: readFileSync(args[at + 1], 'utf8').trim(), others: args.toSpliced(at, 2) };
}

process.umask(0o022);
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const isExpected = error instanceof Failure || 'syscall' in error;
  console.error(isExpected ? `key2xs: ${error.message}` : error.stack);
  process.exitCode = error.code > 0 ? error.code : 1;
}
