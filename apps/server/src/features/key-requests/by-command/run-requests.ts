import { parseArgs } from 'node:util';
import { type KeyRequest, type KeyRequestStep, keyRequests } from '@key2xs/contract';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Deps } from '#platform/deps';
import { AppError, invalidInput, notFound } from '#platform/errors';
import { howToRun } from '#platform/how-to-run';
import { readRow } from '#platform/list/read-some';
import { asProduct, type Reader } from '#platform/visible-to';
import { decideStep } from '../change-request';
import { listSteps } from '../read-request';
import { presentRequest, requestSource } from '../request-source';
import { type Administrator, findByAddress, listDeciders, mayDecide, requestsCommand } from './find-administrators';

export const requestsUsage = `Usage: ${howToRun('requests', '<command>')}

  list                  requests that wait for a decision, the oldest first
    --as <address>      only those that this administrator may decide
  show <id>             one request, its steps, and who may decide it
  decide <id> <decision> --as <address> --version <number>
                        decides the step that it waits for, in the name of an administrator and by the same rules as on the
                        screen: approve, approve-shorter, ask-back or reject
    --until <day>       of approve-shorter: 2026-12-24, with the end of that day on the clock of this machine, or a whole
                        time such as 2026-12-24T12:00:00Z
    --reason "<text>"   needed to ask back and to reject, and in place of the person whose step it is

<address> is the mail address of the administrator, or the username. --version is what "show" has printed: a request that was
changed since is not decided. The administration log names the administrator and this command.
With the embedded database stop the server first. Exit code 0: done, 1: not possible, 2: the command was not understood.
`;

/** What a command needs of the product. */
export type CommandDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'signEvent'>;
type Outcome = { code: 0 | 1 | 2; output: string };

const options = {
  as: { type: 'string' },
  version: { type: 'string' },
  until: { type: 'string' },
  reason: { type: 'string' },
} as const;
type Values = { [Name in keyof typeof options]?: string | undefined };

const decisions = ['approve', 'approve_shorter', 'ask_back', 'reject'] as const;
const notUnderstood = (problem: string): Outcome => ({ code: 2, output: `${problem}\n\n${requestsUsage}` });
const refusedBecause = (problem: string): Outcome => ({ code: 1, output: `${problem}\n` });

/** One command of the person at the machine. */
export async function runRequests(deps: CommandDeps, args: readonly string[]): Promise<Outcome> {
  const parsed = parse(args);
  if (parsed.problem !== undefined) return notUnderstood(parsed.problem);
  const { command, id, decision, rest, values } = parsed;
  if (command === undefined) return notUnderstood('Say what to do.');
  if (command === 'list' && id === undefined) return list(deps, values);
  if (rest.length > 0) return notUnderstood(`"${rest.join(' ')}" is too much`);
  if (command === 'show' && id !== undefined && decision === undefined) return within(id, () => show(deps, id));
  if (command === 'decide' && id !== undefined && decision !== undefined)
    return within(id, () => decide(deps, { id, decision, values }));
  return notUnderstood(`"${args.join(' ')}" is no command here.`);
}

function parse(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [command, id, decision, ...rest] = positionals;
    return { command, id, decision, rest, values };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** What a refusal says, and what to do about it. */
async function within(id: string, work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const fields = (error.extra.errors ?? []).flatMap(({ path }) => flags[path] ?? []);
    const hints = [...fields, ...(nextStep[error.code]?.(id) ?? [])];
    return refusedBecause([renderSentence(error.detail), ...hints].join('\n'));
  }
}

const flags: Record<string, string> = {
  reason: 'Add --reason "<text>".',
  until: 'Add --until <day>, earlier than asked for.',
};
const nextStep: Partial<Record<AppError['code'], (id: string) => string[]>> = {
  not_found: () => [`See which requests wait: ${howToRun('requests', 'list')}`],
  version_conflict: (id) => [
    `Look at it again, and take the version from there: ${howToRun('requests', `show ${id}`)}`,
  ],
  conflict: (id) => [`See how it stands, and who may decide: ${howToRun('requests', `show ${id}`)}`],
};

async function list(deps: CommandDeps, { as }: Values): Promise<Outcome> {
  const found = as === undefined ? undefined : await oneDecider(deps, as);
  if (typeof found === 'string') return refusedBecause(found);
  const reader = found ? readerOf(deps, found) : asProduct(deps.db);
  const source = requestSource(reader);
  const waiting = sql<boolean>`key_request.state in ('to_complete', 'in_approval')`;
  const oldestFirst = source
    .from(deps.db, undefined)
    .where(waiting)
    .orderBy('key_request.asked_at')
    .orderBy('key_request.id');
  const rows = await source.show(oldestFirst).execute();
  const shown = rows.map((row) => presentRequest(row)).filter(({ can_decide }) => !found || can_decide);
  if (shown.length === 0) return { code: 0, output: 'No request waits for a decision.\n' };
  const next = `One of them, and who may decide it: ${howToRun('requests', 'show <id>')}`;
  return { code: 0, output: `${shown.map(lineOf).join('\n')}\n\n${shown.length} waiting. ${next}\n` };
}

async function show(deps: CommandDeps, id: string): Promise<Outcome> {
  const request = await findRequest(asProduct(deps.db), id);
  const steps = await listSteps(asProduct(deps.db), id);
  const waits = request.state === 'in_approval' || request.state === 'to_complete';
  const deciders = waits ? await whoMayDecide(deps, id) : [];
  const of = (label: string, value: string | null | undefined) => (value ? [`${label.padEnd(14)}${value}`] : []);
  const current = steps.find(({ position }) => request.state === 'in_approval' && position === request.step);
  const inPlaceOf = current?.person ? `; they decide in place of ${current.person.name}, and say why` : '';
  const lines = [
    ...of('Request', `${request.id}, version ${request.version}`),
    ...of('State', words(request.state) + (request.is_escalated ? ', waits longer than the rules allow' : '')),
    ...of('Asks for', words(request.kind) + (request.is_urgent ? ', urgent' : '')),
    ...of('For', [request.person.name, request.person.department].filter(Boolean).join(', ')),
    ...of('Where', placeOf(request)),
    ...of('Key', request.key?.marking),
    ...of('From', request.starts_at),
    ...of('Until', request.ends_at ?? 'no end'),
    ...of('Granted until', request.granted_until),
    ...of('Reason', request.reason),
    ...of('Asked', `${request.asked_at} by ${request.asked_by}${request.is_by_link ? ', by a mailed link' : ''}`),
    ...steps.map((step) => stepLine(step, step === current)),
    ...of('May decide', waits ? `${deciders.join(', ') || 'no one now'}${inPlaceOf}` : null),
  ];
  return { code: 0, output: `${lines.join('\n')}\n\n${nextOf(request, deciders)}\n` };
}

function nextOf({ id, state, version }: KeyRequest, [first]: string[]): string {
  if (state === 'to_complete')
    return 'Its place is open: someone who assigns keys chooses it on the screen. Until then it can be asked back or rejected.';
  if (state !== 'in_approval') return 'It does not wait for a decision.';
  return `Decide it: ${howToRun('requests', `decide ${id} approve --as ${first ?? '<address>'} --version ${version} --reason "<text>"`)}`;
}

type Deciding = { id: string; decision: string; values: Values };

async function decide(deps: CommandDeps, { id, decision, values }: Deciding): Promise<Outcome> {
  const wanted = decisions.find((name) => name === decision.replaceAll('-', '_'));
  if (!wanted) return notUnderstood(`"${decision}" is no decision: approve, approve-shorter, ask-back or reject.`);
  if (values.as === undefined) return notUnderstood('Say in whose name: --as <address>.');
  if (!/^\d{1,9}$/.test(values.version ?? ''))
    return notUnderstood(
      `Say which version you have read: --version <number>, from ${howToRun('requests', `show ${id}`)}`,
    );
  const until = values.until === undefined ? undefined : instantOf(values.until);
  if (until === null) return notUnderstood(`--until ${values.until} is no day such as 2026-12-24.`);
  const actor = await oneDecider(deps, values.as);
  if (typeof actor === 'string') return refusedBecause(actor);
  const { params, body } = parseInput(id, { decision: wanted, until, reason: values.reason });
  const caller = {
    actor,
    name: `${actor.username} (${requestsCommand})`,
    request_id: null,
    sign: deps.signEvent,
  };
  await decideStep({ deps, caller, id: params.id, expectedVersion: Number(values.version) }, body);
  const request = await findRequest(asProduct(deps.db), id);
  const said = `Decided in the name of ${actor.username}: ${words(wanted)}. The request is now: ${words(request.state)}`;
  const step = request.state === 'in_approval' ? `, step ${request.step} of ${request.steps}` : '';
  return { code: 0, output: `${said}${step}.\n${afterwards(request)}\n` };
}

function afterwards({ id, state }: KeyRequest): string {
  if (state === 'in_approval') return `See who decides next: ${howToRun('requests', `show ${id}`)}`;
  if (state === 'approved') return 'What was approved is prepared on the screen Request Keys, or at the desk.';
  return 'The requester gets a mail, as their settings say.';
}

/** @throws AppError validation_failed, not_found */
function parseInput(id: string, sent: Record<string, unknown>) {
  const params = keyRequests.decide.params.safeParse({ id });
  if (!params.success) throw notFound('key_request');
  const body = keyRequests.decide.body.safeParse(sent) as z.ZodSafeParseResult<
    z.output<typeof keyRequests.decide.body>
  >;
  if (!body.success) throw invalidInput(body.error);
  return { params: params.data, body: body.data };
}

/** The administrator of an address, or why none can decide. */
async function oneDecider({ db, clock }: CommandDeps, address: string): Promise<Administrator | string> {
  const found = await findByAddress(db, address, clock());
  const present = found.filter(({ is_in_force }) => is_in_force);
  const [only, ...others] = present;
  if (others.length > 0)
    return `Several administrators have ${address}. Name one by username: ${present.map(({ username }) => username).join(', ')}`;
  if (found.length > 0 && !only) return `${address} is suspended or outside their dates. Name another administrator.`;
  if (!only) return `No administrator has the mail address or username ${address}.`;
  if (!mayDecide(only)) return `${only.username} may not decide requests. It takes the function that assigns keys.`;
  return only;
}

/** By the same condition as on the screen, for each who has the right. */
async function whoMayDecide(deps: CommandDeps, id: string): Promise<string[]> {
  const names: string[] = [];
  for (const administrator of await listDeciders(deps.db, deps.clock())) {
    const reader = readerOf(deps, administrator);
    const row = await readRow(reader, requestSource(reader), id);
    if (row?.can_decide) names.push(administrator.username);
  }
  return names;
}

const readerOf = ({ db }: CommandDeps, viewer: Administrator): Reader => ({ db, viewer, language: 'en' });

async function findRequest(reader: Reader, id: string): Promise<KeyRequest> {
  const params = keyRequests.get.params.safeParse({ id });
  const row = params.success ? await readRow(reader, requestSource(reader), id) : undefined;
  if (!row) throw notFound('key_request');
  return presentRequest(row);
}

const words = (name: string) => name.replaceAll('_', ' ');
const placeOf = ({ place, place_words }: KeyRequest) => place?.name ?? (place_words && `"${place_words}"`);

function lineOf(request: KeyRequest): string {
  const { id, kind, person, ends_at, asked_at, step, steps, state, is_escalated, is_urgent } = request;
  const about = [person.name, placeOf(request) ?? request.key?.marking, ends_at && `until ${ends_at}`].filter(Boolean);
  const where = state === 'to_complete' ? 'place to choose' : `step ${step} of ${steps}`;
  const marks = `${is_urgent ? ', urgent' : ''}${is_escalated ? ', waits too long' : ''}`;
  return `${id}  ${words(kind)}: ${about.join(', ')}; ${where}${marks}; asked ${asked_at}`;
}

function stepLine(
  { position, kind, person, stands_in, decision, decided_by, reason, due_at }: KeyRequestStep,
  is: boolean,
) {
  const who = person ? ` ${person.name}${stands_in ? ' (deputy)' : ''}` : '';
  const state = decision
    ? `${words(decision)} by ${decided_by}${reason ? `: ${reason}` : ''}`
    : is
      ? `waits${due_at ? ` until ${due_at}` : ''}`
      : 'open';
  return `${`Step ${position}`.padEnd(14)}${words(kind)}${who}: ${state}`;
}

/** A day ends at its last moment on the clock of the machine. Null: neither a day nor a time. */
function instantOf(text: string): string | null {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  const at = new Date(isDay ? `${text}T23:59:59.999` : text);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}
