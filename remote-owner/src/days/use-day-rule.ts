import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError } from '../api/answer';
import type { DayRule } from '../api/wire';
import { days } from '../content/days';
import { useOwner } from '../session/owner-context';
import { failureText } from '../view/failure-text';

/** The rule being edited. Until the first edit it follows the stored rule. */
export function useDayRule(stored: DayRule) {
  const { api, host } = useOwner();
  const queries = useQueryClient();
  const [edited, setEdited] = useState<DayRule | null>(null);
  const [conflict, setConflict] = useState<DayRule | null>(null);
  const rule = edited ?? stored;
  const store = (now: DayRule) => queries.setQueryData(['owner_days', {}], now);
  const saving = useMutation({
    mutationFn: (wanted: DayRule) => api.call('owner_set_days', wanted),
    onSuccess: (now) => {
      store(now);
      setEdited(null);
      host.notify({ title: days.saved, tone: 'success', duration: 5000 });
    },
    onError: (error) => {
      const current =
        error instanceof CallError && error.reason === 'changed' ? (error.current as DayRule | null) : null;
      if (current) setConflict(current);
      else host.notify({ title: failureText(error), tone: 'error' });
    },
  });
  return {
    rule,
    isChanged: edited !== null,
    isSaving: saving.isPending,
    conflict,
    change: (changes: Partial<DayRule>) => setEdited({ ...rule, ...changes }),
    save: () => saving.mutate(rule),
    keepTheirs: () => {
      if (conflict) store(conflict);
      setEdited(null);
      setConflict(null);
    },
    keepMine: () => {
      if (conflict) saving.mutate({ ...rule, version: conflict.version });
      setConflict(null);
    },
  };
}
