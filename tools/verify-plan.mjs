import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { verifyPlan } from './lib/verify-plan/verify-plan.mjs';

const maxShown = 20;

/** Exit code 0: right, 1: not. */
async function main(file) {
  if (!file) return say('Which file? npm run verify-plan -- <result.json>');
  let text;
  try {
    text = await readFile(resolve(process.env.INIT_CWD ?? '.', file), 'utf8');
  } catch (error) {
    return say(`${file} cannot be read: ${error.message}`);
  }
  const { failures, report } = verifyPlan(text);
  if (failures.length === 0) {
    console.log(report.join('\n'));
    return 0;
  }
  say(`${file} is NOT right:`);
  for (const failure of failures.slice(0, maxShown)) say(`  ${failure}`);
  if (failures.length > maxShown) say(`  and ${failures.length - maxShown} more.`);
  return 1;
}

function say(sentence) {
  console.error(sentence);
  return 1;
}

process.exitCode = await main(process.argv[2]);
