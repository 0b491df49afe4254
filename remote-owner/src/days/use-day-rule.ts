import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError } from '../api/answer';
import type { DayRule } from '../api/days';
import { useOwner } from '../api/owner-context';
import { useAction } from '../view/use-action';

/** May be applied twice: for one render, also to the rule that holds the change already. */
export type EditRule = (rule: DayRule) => DayRule;

/**
 * The rule with the changes that are being stored. Each change is stored at once, also when its view is left meanwhile,
 * and is made again on the rule of another device that was faster.
 */
export function useDayRule(stored: DayRule) {
  const { api } = useOwner();
  const queries = useQueryClient();
  const [pending, setPending] = useState<readonly EditRule[]>([]);
  const store = (rule: DayRule) => queries.setQueryData(['owner_days', {}], rule);
  const saving = useAction({
    // One after the other: each names the version that the one before it made.
    scope: { id: 'owner_days' },
    mutationFn: async (edit: EditRule) => {
      const latest = queries.getQueryData<DayRule>(['owner_days', {}]) ?? stored;
      try {
        return await api.call('owner_set_days', edit(latest));
      } catch (error) {
        if (!(error instanceof CallError && error.reason === 'changed' && error.current)) throw error;
        return api.call('owner_set_days', edit(error.current as DayRule));
      }
    },
    onMutate: (edit) => setPending((edits) => [...edits, edit]),
    onSuccess: store,
    onSettled: (_rule, _error, edit) => setPending((edits) => edits.filter((other) => other !== edit)),
  });
  return {
    rule: pending.reduce((rule, edit) => edit(rule), stored),
    edit: saving.mutate,
    status: pending.length > 0 ? ('saving' as const) : saving.isSuccess ? ('saved' as const) : null,
  };
}
