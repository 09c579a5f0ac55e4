import { ApiError } from './api-error';

/** The answer, or `otherwise` when the server answers 404. */
export async function whenAbsent<Answer, Otherwise>(
  answer: Promise<Answer>,
  otherwise: Otherwise,
): Promise<Answer | Otherwise> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return otherwise;
    throw error;
  }
}
