import type { Written } from '../../../sandbox-kit/faults/respond';
import type { Answer } from '../services/answer';
import { writeAnswer } from '../services/write-answer';
import type { Fault } from './faults';

/** Serialises an answer after applying a content fault. */
export function writeWithFault(answer: Answer, fault: Fault | undefined): Written {
  const { contentType, bytes } = writeAnswer(altered(answer, fault));
  return { status: answer.status, headers: { 'content-type': contentType }, bytes };
}

function altered(answer: Answer, fault: Fault | undefined): Answer {
  if (fault?.kind === 'alter_answer' && answer.form === 'json') return { ...answer, body: fault.alter(answer.body) };
  if (fault?.kind !== 'alter_items') return answer;
  if (answer.form === 'soap') return { ...answer, entries: fault.alter(answer.entries) };
  return answer.form === 'json' ? { ...answer, body: withItems(answer.body, fault.alter) } : answer;
}

function withItems(body: unknown, alter: (items: readonly unknown[]) => unknown[]): unknown {
  if (typeof body !== 'object' || body === null || !('items' in body) || !Array.isArray(body.items)) return body;
  return { ...body, items: alter(body.items) };
}
