import { type ScriptName, scriptNames, scripts } from '../faults/scripts';

/** A request to the control port. */
export type ControlRequest = { method: 'GET' | 'POST'; path: string; body?: unknown };

type Words = readonly string[];
type Command = { usage: string; does: string; read: (words: Words) => ControlRequest };

/** Words that make no command. The message says which would. */
export class CommandError extends Error {
  override name = 'CommandError';
}

const post = (path: string, body: unknown): ControlRequest => ({ method: 'POST', path, body });

/** The words by name, all of them there. */
function fields<N extends string>(words: Words, ...names: N[]): Record<N, string> {
  const missing = names.find((_, index) => !words[index]);
  if (missing) throw new CommandError(`${missing} is missing.`);
  if (words.length > names.length) throw new CommandError(`"${words[names.length]}" is one word too many.`);
  return Object.fromEntries(names.map((name, index) => [name, words[index]])) as Record<N, string>; // just checked
}

/** As `fields`, for commands whose last words may be any number. */
function fieldsAndRest<N extends string>(words: Words, ...names: N[]): [Record<N, string>, Words] {
  return [fields(words.slice(0, names.length), ...names), words.slice(names.length)];
}

const job = (what: 'load' | 'do') => (words: Words) => {
  const [{ job_id }, [key, ...more]] = fieldsAndRest(words, 'job_id');
  if (more.length > 0) throw new CommandError(`"${more[0]}" is one word too many.`);
  return post(`/jobs/${encodeURIComponent(job_id)}/${what}`, key === undefined ? {} : { programming_key: key });
};

const operatorReaders: Record<string, { usage: string; read: (words: Words) => object }> = {
  'create-person': { usage: '<first name> <surname>', read: (words) => fields(words, 'first_name', 'surname') },
  'rename-person': {
    usage: '<person> <first name> <surname>',
    read: (words) => fields(words, 'identity', 'first_name', 'surname'),
  },
  'delete-person': { usage: '<person>', read: (words) => fields(words, 'identity') },
  'restore-person': { usage: '<person>', read: (words) => fields(words, 'identity') },
  'create-profile': {
    usage: '<name> [<cylinder or group> ...]',
    read: (words) => {
      const [{ name }, doors] = fieldsAndRest(words, 'name');
      const isGroup = (id: string) => id.startsWith('G-');
      return { name, cylinders: doors.filter((id) => !isGroup(id)), cylinder_groups: doors.filter(isGroup) };
    },
  },
  'add-member': { usage: '<profile> <person>', read: (words) => fields(words, 'profile', 'person') },
  'remove-member': { usage: '<profile> <person>', read: (words) => fields(words, 'profile', 'person') },
  'hand-out-key': { usage: '<key> <person>', read: (words) => fields(words, 'key', 'person') },
  'hand-in-key': { usage: '<key>', read: (words) => fields(words, 'key') },
  'report-key-lost': {
    usage: '<key> [<cylinder that is to block it> ...]',
    read: (words) => {
      const [{ key }, cylinders] = fieldsAndRest(words, 'key');
      return { key, cylinders };
    },
  },
  'move-cylinder': {
    usage: '<cylinder> <group, or none>',
    read: (words) => {
      const { cylinder, group } = fields(words, 'cylinder', 'group');
      return { cylinder, group: group === 'none' ? null : group };
    },
  },
  'create-job': {
    usage: '<cylinder> <kind>',
    read: (words) => fields(words, 'cylinder', 'kind'),
  },
};

const commands: Record<string, Command> = {
  state: { usage: '', does: 'How things stand', read: () => ({ method: 'GET', path: '/' }) },
  calls: {
    usage: '',
    does: 'What has arrived since scripts were switched last',
    read: () => ({ method: 'GET', path: '/calls' }),
  },
  script: {
    usage: '<script> [--variant v] [--amount n] [--first n] [--every n] [--only operation] [and <script> ...]',
    does: 'Lets things go wrong from now on; "off" ends it',
    read: (words) => post('/script', { orders: words.join() === 'off' ? [] : ordersOf(words) }),
  },
  profile: {
    usage: '<query_only or full>',
    does: 'Offers the query service only, or everything',
    read: (words) => post('/profile', fields(words, 'profile')),
  },
  advance: {
    usage: '<2d, 3h, 10m or 30s>',
    does: 'Puts its clock ahead; it never goes back',
    read: (words) => post('/clock/advance', { ms: durationOf(fields(words, 'time').time) }),
  },
  happen: {
    usage: '<key> <cylinder> [granted or denied [<reason>]]',
    does: 'A key is put into a cylinder; both note it',
    read: (words) => {
      const [ids, [result, ...reason]] = fieldsAndRest(words, 'key', 'cylinder');
      return post('/happen', { ...ids, result, ...(reason.length > 0 && { reason: reason.join(' ') }) });
    },
  },
  'update-key': {
    usage: '<key>',
    does: 'At a programming device: takes its rights, hands over its events',
    read: (words) => post(`/keys/${encodeURIComponent(fields(words, 'key').key)}/update`, {}),
  },
  'load-job': {
    usage: '<job> [<programming key>]',
    does: 'A programming key takes a job along',
    read: job('load'),
  },
  'do-job': {
    usage: '<job> [<programming key>]',
    does: 'Does it at the cylinder and brings back its events',
    read: job('do'),
  },
  operator: {
    usage: '<what> ...',
    does: 'Done by hand in the key system; see below',
    read: ([what = '', ...words]) => {
      const reader = Object.hasOwn(operatorReaders, what) ? operatorReaders[what] : undefined;
      if (!reader) throw new CommandError(`The operator can ${Object.keys(operatorReaders).join(', ')}.`);
      return post(`/operator/${what}`, reader.read(words));
    },
  },
};

/** What the words of a command line ask of the control port. @throws CommandError */
export function readCommand([name = '', ...words]: Words): ControlRequest {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command)
    throw new CommandError(`There is no command "${name}". There are: ${Object.keys(commands).join(', ')}.`);
  return command.read(words);
}

const units: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function durationOf(text: string): number {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)([smhd])$/.exec(text) ?? [];
  if (amount === undefined) throw new CommandError(`"${text}" is no time. Say 2d, 3h, 10m or 30s.`);
  return Number(amount) * (units[unit] ?? 0);
}

function ordersOf(words: Words): object[] {
  const end = words.indexOf('and');
  const [name = '', ...options] = end < 0 ? words : words.slice(0, end);
  if (!scriptNames.some((known) => known === name)) throw new CommandError(`There is no script "${name}".`);
  const order: Record<string, string | number> = { name };
  for (let index = 0; index < options.length; index += 2) {
    const option = options[index]?.replace(/^--/, '') ?? '';
    const value = options[index + 1];
    if (!/^(variant|amount|first|every|only)$/.test(option)) throw new CommandError(`There is no option "${option}".`);
    if (value === undefined) throw new CommandError(`--${option} has no value.`);
    order[option] = /^(amount|first|every)$/.test(option) ? Number(value) : value;
  }
  return end < 0 ? [order] : [order, ...ordersOf(words.slice(end + 1))];
}

/** Everything there is to say, as a text for a terminal. */
export function sandboxHelp(): string {
  const inColumns = (rows: [string, string][]) => {
    const width = Math.max(...rows.map(([left]) => left.length));
    return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd());
  };
  return [
    'npm run sandbox -- <command>    The sandbox that "npm start" has started',
    '',
    ...Object.entries(commands).flatMap(([name, { usage, does }]) => [
      `  ${name} ${usage}`.trimEnd(),
      `      ${does}.`,
    ]),
    '',
    'What the operator does:',
    ...inColumns(Object.entries(operatorReaders).map(([name, { usage }]) => [name, usage])),
    '',
    'Scripts:',
    ...inColumns(scriptNames.map((name) => [name, describe(name)])),
    '',
  ].join('\n');
}

function describe(name: ScriptName): string {
  const { does, ...script }: { does: string; variants?: readonly string[]; amount?: { unit: string; usual: number } } =
    scripts[name];
  const variants = script.variants ? ` Variants: ${script.variants.join(', ')}.` : '';
  const amount = script.amount ? ` Amount in ${script.amount.unit}; usually ${script.amount.usual}.` : '';
  return does + variants + amount;
}
