import { say } from '@key2xs/texts';
import type { z } from 'zod';
import { DriverError } from '../../driver-error';
import { checkAnswer } from '../../transport/check-answer';
import type { Exchange, HttpClient } from '../../transport/http-client';
import { classifyAnswer, isAbsent } from '../failures/classify-answer';

export type JsonCall<T> = Pick<Exchange<T>, 'method' | 'path'> & {
  body?: unknown;
  answer: z.ZodType<T>;
};

export type JsonClient = {
  /** An idempotent call. @throws DriverError */
  send<T>(call: JsonCall<T>): Promise<T>;
  /** The same; undefined if nothing is served at that path. */
  find<T>(call: JsonCall<T>): Promise<T | undefined>;
};

export function createJsonClient(http: HttpClient): JsonClient {
  return {
    send: <T>(call: JsonCall<T>) =>
      http.send<T>({
        ...requestOf(call),
        understand: (answer) =>
          isSuccess(answer) ? { value: read(call.answer, answer.text) } : { failure: classifyAnswer(answer) },
      }),
    find: <T>(call: JsonCall<T>) =>
      http.send<T | undefined>({
        ...requestOf(call),
        understand: (answer) => {
          if (isSuccess(answer)) return { value: read(call.answer, answer.text) };
          return isAbsent(answer) ? { value: undefined } : { failure: classifyAnswer(answer) };
        },
      }),
  };
}

const isSuccess = ({ statusCode }: { statusCode: number }) => statusCode >= 200 && statusCode <= 299;

function requestOf({ method, path, body }: JsonCall<unknown>) {
  const headers = { accept: 'application/json' };
  if (body === undefined) return { method, path, headers };
  return { method, path, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

const read = <T>(schema: z.ZodType<T>, text: string): T => checkAnswer(schema, parseJson(text));

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new DriverError('bad_answer', { detail: say('circumstance.notJson'), cause });
  }
}
