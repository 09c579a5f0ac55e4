import { z } from 'zod';
import type { CliqSandbox } from '../cliq-sandbox';
import { scriptNames } from '../faults/scripts';

type ControlRoute = {
  method: 'GET' | 'POST';
  /** `*` stands for one segment, handed to `act` in order. @throws ZodError, RangeError for what makes no sense */
  path: string;
  act(sandbox: CliqSandbox, body: unknown, first?: string, second?: string): unknown;
};

const count = z.int().min(1);
const Order = z.strictObject({
  name: z.enum(scriptNames),
  first: count.optional(),
  every: count.optional(),
  only: z.string().optional(),
  variant: z.string().optional(),
  amount: z.number().min(0).optional(),
});
const id = z.string().min(1);
const Domain = z.string().optional();

const operatorActs: Record<string, (operator: CliqSandbox['operator'], body: unknown) => unknown> = {
  'create-person': (operator, body) => {
    const Fields = { email: z.string().nullish(), employee_id: z.string().nullish(), domain: Domain };
    const { first_name, surname, ...rest } = z.strictObject({ first_name: id, surname: id, ...Fields }).parse(body);
    return operator.createPerson(first_name, surname, rest);
  },
  'rename-person': (operator, body) => {
    const { identity, first_name, surname } = z.strictObject({ identity: id, first_name: id, surname: id }).parse(body);
    return operator.renamePerson(identity, first_name, surname);
  },
  'delete-person': (operator, body) => operator.deletePerson(z.strictObject({ identity: id }).parse(body).identity),
  'restore-person': (operator, body) => operator.restorePerson(z.strictObject({ identity: id }).parse(body).identity),
  'create-profile': (operator, body) => {
    const Fields = { cylinders: z.array(id).optional(), cylinder_groups: z.array(id).optional(), domain: Domain };
    const { name, ...fields } = z.strictObject({ name: id, ...Fields }).parse(body);
    return operator.createProfile(name, fields);
  },
  'add-member': (operator, body) => {
    const { profile, person } = z.strictObject({ profile: id, person: id }).parse(body);
    operator.addMember(profile, person);
  },
  'remove-member': (operator, body) => {
    const { profile, person } = z.strictObject({ profile: id, person: id }).parse(body);
    operator.removeMember(profile, person);
  },
  'hand-out-key': (operator, body) => {
    const { key, person } = z.strictObject({ key: id, person: id }).parse(body);
    return operator.handOutKey(key, person);
  },
  'hand-in-key': (operator, body) => operator.handInKey(z.strictObject({ key: id }).parse(body).key),
  'report-key-lost': (operator, body) => {
    const { key, cylinders } = z.strictObject({ key: id, cylinders: z.array(id).default([]) }).parse(body);
    return operator.reportKeyLost(key, cylinders);
  },
  'move-cylinder': (operator, body) => {
    const { cylinder, group } = z.strictObject({ cylinder: id, group: id.nullable() }).parse(body);
    return operator.moveCylinder(cylinder, group);
  },
  'create-job': (operator, body) => {
    const kind = z.enum(['program', 'change_group', 'block', 'unblock', 'fetch_events', 'reprogram']);
    const job = z.strictObject({ cylinder: id, kind: kind.default('fetch_events') }).parse(body);
    return operator.createJob(job.cylinder, job.kind);
  },
};

const ProgrammingKey = z.strictObject({ programming_key: id.default('PK-01') });

/** Everything the control port can do. */
export const controlRoutes: readonly ControlRoute[] = [
  { method: 'GET', path: '/', act: (sandbox) => sandbox.state() },
  { method: 'GET', path: '/calls', act: (sandbox) => sandbox.calls() },
  {
    method: 'POST',
    path: '/script',
    act: (sandbox, body) => {
      sandbox.script(...z.strictObject({ orders: z.array(Order) }).parse(body).orders);
      return sandbox.state().scripts;
    },
  },
  {
    method: 'POST',
    path: '/profile',
    act: (sandbox, body) => {
      sandbox.offer(z.strictObject({ profile: z.enum(['query_only', 'full']) }).parse(body).profile);
      return { profile: sandbox.profile() };
    },
  },
  {
    method: 'POST',
    path: '/clock/advance',
    act: (sandbox, body) => {
      sandbox.clock.advance(
        z
          .strictObject({
            ms: z
              .number()
              .min(0)
              .max(100 * 365 * 86_400_000),
          })
          .parse(body).ms,
      );
      return { clock: sandbox.clock.now().toISOString() };
    },
  },
  {
    method: 'POST',
    path: '/operator/*',
    act: (sandbox, body, name = '') => {
      const act = Object.hasOwn(operatorActs, name) ? operatorActs[name] : undefined;
      if (!act) throw new RangeError(`The operator cannot ${name}. They can: ${Object.keys(operatorActs).join(', ')}.`);
      return act(sandbox.operator, body);
    },
  },
  { method: 'POST', path: '/keys/*/update', act: (sandbox, _, key = '') => sandbox.updateKey(key) },
  {
    method: 'POST',
    path: '/jobs/*/load',
    act: (sandbox, body, job = '') => sandbox.loadJob(job, ProgrammingKey.parse(body).programming_key),
  },
  {
    method: 'POST',
    path: '/jobs/*/do',
    act: (sandbox, body, job = '') => sandbox.doJob(job, ProgrammingKey.parse(body).programming_key),
  },
  {
    method: 'POST',
    path: '/happen',
    act: (sandbox, body) => {
      const Result = { result: z.enum(['granted', 'denied']).optional(), reason: z.string().optional() };
      const At = { at: z.iso.datetime({ offset: true }).optional() };
      const { at, ...happening } = z.strictObject({ key: id, cylinder: id, ...Result, ...At }).parse(body);
      return sandbox.happen({ ...happening, at: at === undefined ? undefined : new Date(at) });
    },
  },
];
