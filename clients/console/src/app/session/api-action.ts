import type { Carillon } from '@carillon/sdk';
import type { UseMutationResult } from '@tanstack/react-query';
import { type ActionOptions, useAction } from '../../ui/action';
import { useAnySession } from './session';

/**
 * Makes a hook for an action of the API.
 * @param changes the query keys that it changes
 */
export function apiAction<Input, Result>(
  action: (client: Carillon, input: Input) => Promise<Result>,
  changes: readonly string[] = [],
): (options?: ActionOptions<Input, Result>) => UseMutationResult<Result, Error, Input> {
  return function useApiAction(options = {}) {
    const { client } = useAnySession();
    return useAction({ ...options, action: (input) => action(client, input), changes });
  };
}
