import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from './failure.mjs';

const unitName = 'key2xs.service';

/**
 * The unit file. The server reads and writes its data folder and nothing else; it has no rights that a program which listens on a high
 * port does not need. Memory stays writable and executable, because Node compiles at run time.
 */
export function unitText({ layout, user }) {
  return `[Unit]
Description=Key2XS
Documentation=file:${layout.current}/README.md
Wants=network-online.target
After=network-online.target postgresql.service
StartLimitIntervalSec=300
StartLimitBurst=10

[Service]
Type=simple
User=${user}
Group=${user}
Environment=KEY2XS_DATA_DIR=${layout.data} KEY2XS_LAUNCHER=key2xs
EnvironmentFile=${layout.settings}
EnvironmentFile=-${layout.firstAdmin}
ExecStart=${layout.current}/node/bin/node --no-memory-protection-keys ${layout.current}/apps/server/dist/main.js
WorkingDirectory=${layout.data}
Restart=on-failure
RestartSec=2
TimeoutStopSec=20
UMask=0077
LimitNOFILE=65536
StateDirectory=key2xs
StateDirectoryMode=0700

NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
RemoveIPC=yes
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service

[Install]
WantedBy=multi-user.target
`;
}

/**
 * Writes the unit file as an installed version has it, which knows best how it is started. Settings of the machine are in drop-ins
 * (`systemctl edit key2xs`), which stay.
 * @param installation its `layout`, `record` and the `folder` of the version
 * @returns whether it differs from the file of before, so that systemd has to read it again
 */
export async function writeUnit({ layout, record, folder }) {
  const { unitText: textOf } = await import(join(folder, 'lib/service.mjs'));
  const text = textOf({ layout, user: record.user });
  if (existsSync(layout.unit) && readFileSync(layout.unit, 'utf8') === text) return false;
  writeFileSync(layout.unit, text, { mode: 0o644 });
  return true;
}

function systemctl(...args) {
  const { status, stdout, stderr, error } = spawnSync('systemctl', args, { encoding: 'utf8' });
  if (error) throw new Failure('systemctl cannot be run: use --no-service where there is no systemd');
  return { status, stdout, stderr };
}

function must(...args) {
  const { status, stderr } = systemctl(...args);
  if (status !== 0) throw new Failure(`systemctl ${args.join(' ')}: ${stderr.trim()}`);
}

/** Makes systemd read the unit file and start the service at each boot. */
export function enable() {
  must('daemon-reload');
  must('enable', unitName);
}

/** Stops the service for good; its unit file is removed next. */
export function disable() {
  systemctl('disable', '--now', unitName);
}

export const reload = () => systemctl('daemon-reload');
export const stop = () => must('stop', unitName);

/** `active`, `activating`, `failed` or `inactive`, and how often systemd has started it again by itself. */
export function state() {
  const { stdout } = systemctl('show', unitName, '--property=ActiveState,NRestarts');
  const found = Object.fromEntries(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split('=')),
  );
  return { active: found.ActiveState ?? 'inactive', restarts: Number(found.NRestarts ?? 0) };
}

/**
 * Starts the service and waits until it answers that it is ready: after its migrations, however long they take.
 * @throws Failure when its process ends instead
 */
export async function startAndWait(url) {
  systemctl('reset-failed', unitName); // a counter of earlier failures would count against this start
  must('start', unitName);
  const before = state().restarts;
  while (!(await isReady(url))) {
    const { active, restarts } = state();
    if (active === 'failed' || active === 'inactive' || restarts > before) {
      const { stdout } = spawnSync('journalctl', ['-u', unitName, '-n', '6', '-o', 'cat', '--no-pager'], {
        encoding: 'utf8',
      });
      throw new Failure(`it does not keep running:\n${(stdout ?? '').trim()}`);
    }
    await pause(500);
  }
}

/** Whether a server answers there that it is ready. */
export async function isReady(url) {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) });
    await answer.body?.cancel();
    return answer.status === 200;
  } catch {
    return false;
  }
}

/** Where the server listens, by its settings, as this machine reaches it. */
export function urlOf({ HOST: host = '127.0.0.1', PORT: port = '8080' }) {
  const shown = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${shown.includes(':') ? `[${shown}]` : shown}:${port}`;
}
