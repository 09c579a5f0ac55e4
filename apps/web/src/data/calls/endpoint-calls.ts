import type { Endpoint, Input, Output } from '@key2xs/contract';
import { queryOptions, type UseMutationResult, useMutation } from '@tanstack/react-query';
import { type CallOptions, call } from '#lib/calls/call';
import { keyOf } from './refetching';

/** Queries an endpoint. `key` has to distinguish it from other queries of the same resource. */
export const endpointQuery = <E extends Endpoint>(endpoint: E, key: readonly unknown[], input: Input<E>) =>
  queryOptions({
    queryKey: keyOf(endpoint, ...key),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  });

type Options<T> = CallOptions | ((given: T) => CallOptions);

/** Calls an endpoint on a user's action. `inputOf` converts the screen's values to its input. */
export function useCall<E extends Endpoint>(endpoint: E): UseMutationResult<Output<E>, Error, Input<E>>;
export function useCall<E extends Endpoint, T = void>(
  endpoint: E,
  inputOf: (given: T) => Input<E>,
  options?: Options<T>,
): UseMutationResult<Output<E>, Error, T>;
export function useCall<E extends Endpoint>(
  endpoint: E,
  inputOf: (given: Input<E>) => Input<E> = (input) => input,
  options: Options<Input<E>> = {},
) {
  return useMutation({
    mutationFn: (given: Input<E>) =>
      call(endpoint, inputOf(given), typeof options === 'function' ? options(given) : options),
  });
}
