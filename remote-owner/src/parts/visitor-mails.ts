import { useSpace } from '../api/owner-api';
import { useFactsAnswer } from '../api/use-call';
import { mailsLackInWords } from '../content/space';

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
