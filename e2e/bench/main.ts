import { benchLiveAccess } from '../../apps/server/bench/access-bench';
import { benchCertificates } from '../../apps/server/bench/certificate-bench';
import { benchEvents } from '../../apps/server/bench/event-bench';
import { benchExposure } from '../../apps/server/bench/exposure-bench';
import { benchGenerator } from '../../apps/server/bench/generator-bench';
import { benchImport } from '../../apps/server/bench/import-bench';
import { onPostgres, withServer } from '../../apps/server/bench/in-process';
import { benchInventory, largeSite } from '../../apps/server/bench/inventory-bench';
import { benchKeys } from '../../apps/server/bench/key-bench';
import { benchList } from '../../apps/server/bench/list-bench';
import { benchMatrix } from '../../apps/server/bench/matrix-bench';
import { benchPast } from '../../apps/server/bench/past-bench';
import { benchPossession } from '../../apps/server/bench/possession-bench';
import { printReport } from '../../apps/server/bench/report';
import { benchScope } from '../../apps/server/bench/scope-bench';
import { benchMillion, benchSources } from '../../apps/server/bench/source-bench';
import { benchOverview } from '../../apps/server/bench/standing-bench';
import { benchUpgrade } from '../../apps/server/bench/upgrade-bench';
import { benchAccess } from '../../bench/access-bench';
import { benchExactMining } from '../../bench/exact-mining-bench';
import { benchRules, benchRulesTenTimes } from '../../bench/rules-bench';
import { benchAttack } from './attack-bench';
import { benchDrawing } from './matrix-bench';
import { benchMemory } from './memory-bench';
import { firstList, makeList } from './people';
import { benchProcesses } from './process-bench';
import { benchSizes } from './size-bench';
import { benchSoak } from './soak-bench';
import { benchStart } from './start-bench';
import { benchUploads } from './upload-bench';
import { withProduct } from './with-product';

/** Links can be made; no holder of the bench has a mail address. */
const linkMails = {
  KEY2XS_SMTP_URL: 'smtp://127.0.0.1:9',
  KEY2XS_MAIL_FROM: 'keys@bench.test',
  KEY2XS_PUBLIC_URL: 'https://keys.bench.test',
};

// Measures every figure and its comparison in this run; docs/budgets.md has the budgets.
const parts: Record<string, () => Promise<void>> = {
  access: benchAccess,
  live: () => withServer(benchLiveAccess),
  standing: () => withServer(benchOverview),
  start: benchStart,
  import: () => withServer(async (bench) => benchImport(bench, await firstList())),
  past: () => withServer((bench) => benchPast(bench, { content: makeList(32_812), movers: 6_454 })),
  list: () => withServer((bench) => benchList(bench, { content: makeList(100_000) })),
  scope: () => withServer((bench) => benchScope(bench, { content: makeList(100_000) })),
  exposure: () => onPostgres(benchExposure),
  keys: () => onPostgres(benchKeys),
  possession: () => onPostgres(benchPossession, linkMails),
  events: () => onPostgres(benchEvents),
  inventory: () => withServer((bench) => benchInventory(bench, largeSite), { KEY2XS_ALLOWED_HOSTS: '127.0.0.1' }),
  sources: () => onPostgres(benchSources),
  million: () => onPostgres(benchMillion),
  upgrade: benchUpgrade,
  sizes: benchSizes,
  matrix: async () => {
    await withServer(benchMatrix);
    await benchDrawing();
  },
  certificates: () => withProduct(benchCertificates),
  mining: async () => {
    benchExactMining();
    await benchRules();
  },
  'mining-study': benchRulesTenTimes,
  generator: () => onPostgres(benchGenerator),
  memory: benchMemory,
  processes: benchProcesses,
  soak: benchSoak,
  attack: () => withProduct(benchAttack),
  uploads: () => withProduct(benchUploads),
};
/** Takes an hour, or wants a process of its own, so it runs only when named. */
const onlyNamed = ['soak', 'million', 'mining-study', 'generator'];
const chosen = process.argv.slice(2);
for (const [name, run] of Object.entries(parts)) {
  if (chosen.length > 0 ? !chosen.includes(name) : onlyNamed.includes(name)) continue;
  process.stdout.write(`${name}…\n`);
  await run();
}
printReport();
