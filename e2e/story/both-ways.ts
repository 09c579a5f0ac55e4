import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { changeSets, entraSetup, iam, people, type SyncTask } from '@key2xs/contract';
import { sendCommand } from '@key2xs/drivers/sandbox';
import { parse } from 'csv-parse/sync';
import { compareLists, listsOf } from '../lib/data/lists';
import { type Product, startProduct } from '../lib/product';
import { addSource, runImport, upload } from '../lib/scenario';
import { check, count, seconds, step } from './report';

type Lists = Awaited<ReturnType<typeof listsOf>>;
type List = Lists['first'];

/** How a list comes into a source of an installation. */
type Way = { product: Product; source: string; show(list: List): Promise<void> };

type Figures = ReturnType<typeof compareLists>;
type People = Map<string, string>;

/**
 * The same two lists, uploaded to one installation and read from a directory by another: the same people, the same joiners,
 * movers and leavers, and nothing to write the second time.
 */
export async function runBothWays(folder: string, listsIn: string | undefined): Promise<void> {
  const lists = await listsOf(listsIn);
  const uploaded = await takeThrough('uploaded', folder, lists, uploads);
  const told = await takeThrough('told by the directory', folder, lists, tells);
  for (const [name, ours, theirs] of [
    ['first', uploaded.first, told.first],
    ['second', uploaded.second, told.second],
  ] as const) {
    const other = [...ours].filter(([number, person]) => theirs.get(number) !== person);
    const isSame = other.length === 0 && ours.size === theirs.size;
    step(`${count(ours.size)} people by either way after the ${name} list: ${isSame ? 'the same' : 'NOT the same'}`);
    check('both ways lead to the same people', isSame, other.slice(0, 3));
  }
  const expected = compareLists(lists.first, lists.second);
  for (const figures of [uploaded.figures, told.figures]) {
    check('the changes are those of the lists', JSON.stringify(figures) === JSON.stringify(expected), figures);
  }
}

async function takeThrough(name: string, folder: string, lists: Lists, open: typeof uploads) {
  const dataDir = join(folder, name.replaceAll(' ', '-'));
  const product = await startProduct(dataDir);
  const { username = '', password = '' } = product.credentials ?? {};
  await product.signIn(username, password);
  const way = await open(product, dataDir);

  let began = performance.now();
  await way.show(lists.first);
  const imported = await runImport(product, way.source);
  step(`${name}: ${count(imported.result?.counts.joiner ?? 0)} people in ${seconds(began)}`);
  check('everybody is there', imported.result?.counts.joiner === lists.first.rows.size, imported);
  const first = await peopleIn(product);

  began = performance.now();
  const again = await runImport(product, way.source);
  step(`   again: ${again.result?.outcome} in ${seconds(began)}`);
  check('there is nothing to do', again.result?.outcome === 'nothing_to_do', again);

  began = performance.now();
  await way.show(lists.second);
  const changed = await runImport(product, way.source);
  const figures = figuresOf(changed);
  await allow(product, changed);
  step(`   the second list in ${seconds(began)}: ${JSON.stringify(figures)}`);
  const second = await peopleIn(product);
  const still = await runImport(product, way.source);
  check('there is nothing to do afterwards', still.result?.outcome === 'nothing_to_do', still);
  await product.kill();
  return { first, second, figures };
}

async function uploads(product: Product, _dataDir: string): Promise<Way> {
  const source = await addSource(product, 'Staff list');
  return { product, source, show: (list) => upload(product, source, list) };
}

async function tells(product: Product, dataDir: string): Promise<Way> {
  const source = await connectDirectory(product);
  await product.must(iam.saveMapping, { params: { id: source }, body: mapping });
  const directory = join(dataDir, 'sandbox', 'entra-id');
  const show = async ({ path }: List) => void (await sendCommand(directory, ['load', path]));
  return { product, source, show };
}

/** As the wizard does, with the consent given at the sandbox. @returns the connection's id */
async function connectDirectory(product: Product): Promise<string> {
  const began = await product.must(entraSetup.initiate, {
    body: { connection_name: 'Directory', sandbox: true, origin: product.url },
  });
  const body = new URLSearchParams({ decision: 'granted' });
  const { headers } = await fetch(began.consent_url ?? '', { method: 'POST', body, redirect: 'manual' });
  const answer = Object.fromEntries(new URL(headers.get('location') ?? '').searchParams);
  await product.must(entraSetup.answer, { body: answer });
  const params = { session: began.session };
  for (;;) {
    const { status, message } = await product.must(entraSetup.status, { params });
    if (status === 'ready') break;
    if (!['consent_received', 'verifying'].includes(status)) throw new Error(`the set-up is ${status}: ${message}`);
    await pause(50);
  }
  const done = await product.must(entraSetup.complete, { params, body: {} });
  return done.connection_id ?? '';
}

/** The same fields as the columns of the lists are suggested for. */
const mapping = {
  external_id: 'id',
  username: 'userPrincipalName',
  given_name: 'givenName',
  family_name: 'surname',
  email: 'mail',
  job_title: 'jobTitle',
  department: 'department',
  employee_id: 'employeeId',
  employee_type: 'employeeType',
};

function figuresOf({ result }: SyncTask): Figures {
  const { joiner = 0, leaver = 0, mover = 0, update = 0, unchanged = 0 } = result?.counts ?? {};
  return { joiner, leaver, mover, update, unchanged };
}

/** What the guards have stopped, because years lie between the lists. */
async function allow(product: Product, { change_set_id, result }: SyncTask): Promise<void> {
  if (result?.outcome !== 'quarantined') return;
  const params = { id: change_set_id ?? '' };
  const { task_id } = await product.must(changeSets.allowOnce, { params, body: { reason: 'Years between the lists' } });
  check('it is applied', (await product.ended(task_id)).status === 'SUCCESS');
}

/** By employee number, all that either way knows of them. Ids are those of the source, so they differ. */
async function peopleIn(product: Product): Promise<People> {
  const { text } = await product.call(people.exportCsv, { query: {} });
  const rows = parse(text, { bom: true, columns: true }) as Record<string, string>[]; // columns stand in the first line
  return new Map(rows.map((row) => [row.employee_id ?? '', compared.map((field) => row[field]).join('|')]));
}

const compared = [
  'display_name',
  'username',
  'given_name',
  'family_name',
  'email',
  'job_title',
  'department',
  'employee_type',
  'active',
] as const;
