/** What makes a file unfit to be checked, in a sentence. */
export class UnreadablePlan extends Error {}

const fail = (sentence) => {
  throw new UnreadablePlan(sentence);
};

/**
 * The document of docs/mined-plan-file.md, after a look at every field that is used.
 * @throws UnreadablePlan
 */
export function readPlan(text) {
  let plan;
  try {
    plan = JSON.parse(text);
  } catch (error) {
    fail(`It is not JSON: ${error.message}`);
  }
  if (plan === null || typeof plan !== 'object' || plan.format !== 'key2xs-mined-plan') {
    fail('It is not a mined plan: "format" is not "key2xs-mined-plan".');
  }
  if (plan.version !== 1) fail(`Version ${plan.version} is not known; this program checks version 1.`);
  checkIds(plan.people, 'people');
  checkIds(plan.cylinders, 'cylinders');
  if (!Array.isArray(plan.rights) || plan.rights.length !== plan.people.length) {
    fail('"rights" does not have one row for each person.');
  }
  for (const [person, row] of plan.rights.entries()) {
    checkPositions(row, plan.cylinders.length, `"rights" of ${plan.people[person]}`);
  }
  checkBlocks(plan, 'profiles');
  checkBlocks(plan, 'rules');
  const ids = [...plan.profiles, ...plan.rules].map(({ id }) => id);
  if (new Set(ids).size < ids.length) fail('Two profiles or rules have the same id.');
  for (const field of ['singles', 'request_only', 'additions', 'removals']) checkCells(plan, plan[field], field);
  checkHours(plan);
  checkWarnings(plan.warnings ?? []);
  checkBound(plan);
  return plan;
}

function checkIds(ids, field) {
  if (!Array.isArray(ids) || ids.some((id) => typeof id !== 'string')) fail(`"${field}" is not a list of ids.`);
  if (new Set(ids).size < ids.length) fail(`"${field}" has an id twice.`);
}

/** Ascending, so each once. */
function checkPositions(list, count, what) {
  if (!Array.isArray(list)) fail(`${what} is not a list.`);
  for (let at = 0; at < list.length; at++) {
    if (!isPosition(list[at], count)) fail(`${what} has ${JSON.stringify(list[at])}, which is no position.`);
    if (at > 0 && list[at] <= list[at - 1]) fail(`${what} does not ascend.`);
  }
}

const isPosition = (value, count) => Number.isInteger(value) && value >= 0 && value < count;

function checkBlocks(plan, field) {
  if (!Array.isArray(plan[field])) fail(`"${field}" is not a list.`);
  for (const block of plan[field]) {
    if (typeof block?.id !== 'string') fail(`"${field}" has an entry without an id.`);
    checkPositions(block.people, plan.people.length, `"people" of ${block.id}`);
    checkPositions(block.cylinders, plan.cylinders.length, `"cylinders" of ${block.id}`);
  }
}

function checkCells(plan, cells, field) {
  const { people, cylinders } = cells ?? {};
  if (!Array.isArray(people) || !Array.isArray(cylinders) || people.length !== cylinders.length) {
    fail(`"${field}" is not two lists of the same length.`);
  }
  for (let at = 0; at < people.length; at++) {
    if (!isPosition(people[at], plan.people.length) || !isPosition(cylinders[at], plan.cylinders.length)) {
      fail(`"${field}" has a cell at position ${at} that is none of the plan.`);
    }
  }
}

/** A right has one schedule before and after: it cannot be changed by a plan. */
function checkHours({ schedules, hours, addition_hours: additions = [], rights, additions: { people } }) {
  if (schedules === undefined && hours === undefined) return;
  if (!Array.isArray(schedules) || !Array.isArray(hours) || hours.length !== rights.length) {
    fail('"hours" does not have one row for each person.');
  }
  const areHours = (list, count) =>
    Array.isArray(list) && list.length === count && list.every((one) => isPosition(one, schedules.length));
  for (const [person, row] of hours.entries()) {
    if (!areHours(row, rights[person].length)) fail(`"hours" of person ${person} does not fit its rights.`);
  }
  if (!areHours(additions, people.length)) fail('"addition_hours" does not fit "additions".');
}

function checkWarnings(warnings) {
  const isText = (value) => typeof value === 'string';
  if (!Array.isArray(warnings) || !warnings.every((one) => isText(one?.code) && isText(one.text ?? one.code))) {
    fail('"warnings" is not a list of codes and texts.');
  }
}

function checkBound(plan) {
  const bound = plan.lower_bound;
  if (!Number.isInteger(bound?.profiles)) fail('"lower_bound" has no number of profiles.');
  checkCells(plan, bound.grants, 'lower_bound.grants');
  if (bound.core === undefined) return;
  if (!Number.isInteger(bound.core?.profiles)) fail('"lower_bound.core" has no number of profiles.');
  checkCells(plan, bound.core, 'lower_bound.core');
}
