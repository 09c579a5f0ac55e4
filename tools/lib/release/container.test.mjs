import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { nodeOptions } from '../node-options.mjs';
import { root } from '../root.mjs';

const containerfile = readFileSync(join(root, 'Containerfile'), 'utf8');
const compose = parse(readFileSync(join(root, 'compose.yml'), 'utf8'));

/** Instructions with their arguments, continued lines joined. */
const instructions = containerfile
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n\s*/g, '')
  .split('\n')
  .filter(Boolean)
  .map((line) => /^([A-Z]+) (.+)$/.exec(line)?.slice(1) ?? [line, '']);
const argumentsOf = (name) => instructions.filter(([one]) => one === name).map(([, rest]) => rest);

test('the Containerfile has known instructions, and names what the archive has', () => {
  const known = [
    'ADD',
    'ARG',
    'COPY',
    'ENTRYPOINT',
    'ENV',
    'EXPOSE',
    'FROM',
    'HEALTHCHECK',
    'RUN',
    'STOPSIGNAL',
    'USER',
    'VOLUME',
  ];
  expect(instructions.map(([name]) => name).filter((name) => !known.includes(name))).toEqual([]);
  expect(argumentsOf('ADD')).toEqual([`dist/key2xs-${'$'}{VERSION}.tar.gz /unpacked/`]);
  const [entry] = argumentsOf('ENTRYPOINT').map((text) => JSON.parse(text));
  expect(entry).toEqual([
    '/opt/key2xs/current/node/bin/node',
    ...nodeOptions,
    '/opt/key2xs/current/apps/server/dist/main.js',
  ]);
  expect(existsSync(join(root, 'apps/server/src/main.ts'))).toBe(true);
  const [check] = argumentsOf('HEALTHCHECK');
  expect(JSON.parse(check.slice(check.indexOf('CMD ') + 4))).toHaveLength(3);
  for (const option of /install (.*)$/.exec(argumentsOf('RUN')[0])[1].split(' ')) {
    expect(readFileSync(join(root, 'tools/launcher/main.mjs'), 'utf8')).toContain(`'${option.slice(2)}': flag`);
  }
});

test('the image runs as no one special, and compose agrees with it', () => {
  expect(argumentsOf('USER')).toEqual(['10001:0']);
  const { key2xs, database } = compose.services;
  expect(existsSync(join(root, key2xs.build.dockerfile))).toBe(true);
  expect(Object.keys(key2xs.build.args)).toEqual(argumentsOf('ARG').filter((name) => !name.includes('=')));
  expect(key2xs.ports.map((ports) => ports.split(':').at(-1))).toEqual(argumentsOf('EXPOSE'));
  expect(key2xs.volumes.map((volume) => volume.split(':')[1])).toEqual(argumentsOf('VOLUME'));
  expect(key2xs).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
  const used = Object.values(compose.services).flatMap(({ volumes }) => volumes.map((volume) => volume.split(':')[0]));
  expect(used).toEqual(Object.keys(compose.volumes));
  expect(Object.keys(key2xs.depends_on)).toEqual(['database']);
  expect(key2xs.environment.DATABASE_URL).toContain(`@database:5432/${database.environment.POSTGRES_DB}`);
});

test('settings of compose are known to the server', () => {
  const read = (name) => readFileSync(join(root, 'apps/server/src', name), 'utf8');
  const config = read('config.ts') + read('platform/network/network-settings.ts');
  const names = [...Object.keys(compose.services.key2xs.environment), 'HOST', 'PORT', 'KEY2XS_DATA_DIR'];
  expect(names.filter((name) => !config.includes(`${name}:`))).toEqual([]);
});
