import { checkAccess } from './check-access.mjs';
import { checkBound } from './check-bound.mjs';
import { readPlan, UnreadablePlan } from './read-plan.mjs';

/**
 * Checks a mined plan by itself: nothing here is shared with what made it.
 * @param {string} text the file
 * @returns {{ failures: string[], report: string[] }} what was checked, in sentences; right when there are no failures
 */
export function verifyPlan(text) {
  let plan;
  try {
    plan = readPlan(text);
  } catch (error) {
    if (!(error instanceof UnreadablePlan)) throw error;
    return { failures: [error.message], report: [] };
  }
  const { failures, sums } = checkAccess(plan);
  return { failures: [...failures, ...checkBound(plan)], report: describe(plan, sums) };
}

const number = (count) => count.toLocaleString('en');

function describe({ people, cylinders, profiles, rules, lower_bound: bound, hours = [], warnings = [] }, sums) {
  const count = profiles.length + rules.length;
  const gap = count - bound.profiles;
  const { grants, core } = bound;
  const atHours = hours.flat().filter((schedule) => schedule !== 0).length;
  return [
    `${number(people.length)} people, ${number(cylinders.length)} cylinders, ${number(sums.rights)} rights.`,
    sums.additions === 0
      ? 'No one gains a right.'
      : `${number(sums.additions)} rights are new, each of them approved. No one gains anything else.`,
    sums.removals === 0
      ? 'No one loses a right.'
      : `${number(sums.removals)} rights end, each of them approved. No one loses anything else.`,
    `Sum: ${number(sums.by_blocks)} by ${number(profiles.length)} profiles and ${number(rules.length)} rules, ${number(sums.singles)} single, ${number(sums.request_only)} on request, ${number(sums.removals)} removed; together ${number(sums.rights)}.`,
    `Lower bound: ${number(grants.people.length)} rights no two of which fit into one profile${core ? `, and ${number(core.people.length)} that need ${number(core.profiles)} more` : ''}. So at least ${number(bound.profiles)} are needed.`,
    gap === 0
      ? `Fewer than ${number(count)} is impossible.`
      : `${number(count)} are at most ${number(gap)} above the minimum.`,
    ...(atHours > 0 ? [`${number(atHours)} of these rights hold at certain hours only, before and after.`] : []),
    ...warnings.map(({ code, text }) => `Noted by the author of the plan: ${text ?? code}`),
  ];
}
