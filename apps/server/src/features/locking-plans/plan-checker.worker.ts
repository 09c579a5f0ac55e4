import { LockingPlanContent } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { AppError, invalidField, invalidInput } from '#platform/errors';
import { serveRequests } from '#platform/isolated/serve-requests';
import { findFault } from './check-content';
import { countPlan } from './plan/count-plan';
import type { Mirror } from './plan/mirror-index';
import type { CheckedPlan, CheckOrder, CheckResult } from './plan-checker-messages';

/** @throws AppError bad_request, validation_failed */
function check({ bytes, mirror }: CheckOrder): CheckedPlan {
  const parsed = LockingPlanContent.safeParse(parse(bytes));
  if (!parsed.success) throw invalidInput(parsed.error);
  const { data } = parsed;
  const fault = findFault(data, JSON.parse(mirror) as Mirror); // as `readMirror` writes it
  if (fault) throw invalidField(fault.path, fault.message);
  const json = new TextEncoder().encode(JSON.stringify(data));
  const jsonb = new Uint8Array(json.length + 1);
  jsonb[0] = 1;
  jsonb.set(json, 1);
  return { file_name: data.file_name, jsonb, counts: countPlan(data) };
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new AppError('bad_request', say('request.notJson'));
  }
}

function answer(order: CheckOrder): CheckResult {
  try {
    return { ok: true, plan: check(order) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, detail, extra } = error;
    return { ok: false, code: code === 'bad_request' ? code : 'validation_failed', detail, extra };
  }
}

serveRequests<CheckOrder, CheckResult>(async (order) => {
  const result = answer(order);
  const transfer = result.ok ? [result.plan.jsonb.buffer] : [];
  return { ok: true, answer: result, transfer };
});
