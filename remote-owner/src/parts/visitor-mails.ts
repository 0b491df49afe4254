import { useQuery } from '@tanstack/react-query';
import { useSpace } from '../api/owner-api';
import type { ReleaseCommandName } from '../api/release-answers';
import { mailsLackInWords } from '../content/space';

export const FACTS_ALONE = ['release', 'facts-alone'] as const;

/** Queries a command of the release interface. @param as the end of its key, where it is not the command's name */
export function useReleaseQuery<Name extends ReleaseCommandName>(command: Name, as: string = command) {
  const { api } = useSpace();
  return useQuery({ queryKey: ['release', as], queryFn: () => api.release(command) });
}

/** The texts of the site, without their log. */
export const useFactsAnswer = () => useReleaseQuery('facts', FACTS_ALONE[1]);

export function useVisitorMails() {
  const { api } = useSpace();
  const { data, isError, isPending } = useFactsAnswer();
  const lacks = data?.visitorMailsLack ?? null;
  const lack = lacks && mailsLackInWords(lacks);
  return {
    /** What they lack, in sentences; null while it is unknown, as on a host without the site's server. */
    lack,
    lacks,
    isPending,
    isUnavailable: isError,
    save: async (areWanted: boolean) => {
      if (!data || !lack) return;
      const areOn = data.facts.find(({ key }) => key === 'visitorMails')?.value === true;
      // Whoever wants mails that cannot leave yet gets them as soon as they can: only a refusal has to be stored.
      const isStored = lack.length > 0 ? areWanted : areWanted === areOn;
      if (!isStored) await api.release('edit-facts', { facts: { visitorMails: areWanted }, seq: data.seq });
    },
  };
}
